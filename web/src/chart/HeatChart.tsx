import { useMemo } from "preact/hooks";
import type uPlot from "uplot";

import type { HeatMap } from "../data/series";
import { usePage } from "../page/context";
import { colour } from "../page/theme";
import { LOGARITHMIC, timeAxis, valueAxis } from "./axes";
import { ChartFrame } from "./ChartFrame";
import { drawAlarmBands, drawFlags } from "./flags";
import { drawInjectionBands, drawInjectionNames } from "./injections";
import { padded, SHARED_CURSOR } from "./TimeChart";
import { type ChartPlan, useChart } from "./useChart";
import { useFlags } from "./useFlags";
import { useInjections } from "./useInjections";

interface Props {
  heat: HeatMap;
  endS: number;
}

const STEPS = 8;

/** Calls by response time over time: the stronger the colour, the more calls. */
export function HeatChart({ heat, endS }: Props) {
  const { figures, words } = usePage();
  const { alarms, summary, legend } = useFlags();
  const injected = useInjections();
  const { injections, notUndone } = injected;
  const rows = useMemo(() => rowsUsed(heat), [heat]);
  const most = useMemo(() => heat.counts.reduce((most, column) => Math.max(most, ...column), 1), [heat]);
  const plan = useMemo<ChartPlan>(() => {
    const edges = edgesShown(heat);
    return {
      data: padded(heat.at_s, [{ label: "", values: heat.at_s.map(() => null), stroke: "accent" }], endS),
      options: {
        height: 240,
        legend: { show: false },
        cursor: SHARED_CURSOR,
        axes: [timeAxis(figures), valueAxis(figures, true)],
        scales: {
          x: { time: false },
          y: { distr: LOGARITHMIC, range: [edges[rows.first] ?? 1, edges[rows.last + 1] ?? 10] },
        },
        series: [{}, { show: true, points: { show: false } }],
        hooks: {
          drawClear: [
            (self) => {
              drawInjectionBands(self, injections);
              drawAlarmBands(self, alarms);
              drawCells(self, heat, edges, most);
            },
          ],
          draw: [
            (self) => {
              drawInjectionNames(self, injections, notUndone);
              drawFlags(self, alarms, 0);
            },
          ],
        },
      },
    };
  }, [heat, endS, rows, most, figures, alarms, injections, notUndone]);
  const chart = useChart(plan);
  const column = chart.index === null ? undefined : plan.data[0][chart.index];
  const shown = column === undefined ? undefined : heat.counts[heat.at_s.indexOf(column)];
  const row = chart.level === null ? -1 : heat.edges_ms.findLastIndex((edge) => edge <= (chart.level ?? 0));
  const bounds = figures.unit(
    "millisecond",
    `${figures.value(heat.edges_ms[row])}–${figures.value(heat.edges_ms[row + 1])}`,
  );
  const calls = `${figures.count(shown?.[row] ?? 0)} ${words("page-chart-calls")}`;
  return (
    <ChartFrame
      title={words("page-chart-heat")}
      unit={words("page-ms")}
      summary={`${words("page-chart-heat")} ${summary} ${injected.summary}`}
      at={column === undefined ? "" : `${figures.clock(column)} · ${bounds}: ${calls}`}
      legend={[...injected.legend(column), ...legend(column)]}
      chart={chart}
    >
      <span class="ramp">
        {words("page-chart-fewer")}
        <svg width="96" height="10" aria-hidden="true">
          {Array.from({ length: STEPS }, (_, step) => (
            <rect x={step * 12} width="12" height="10" fill="var(--heat)" opacity={(step + 1) / STEPS} />
          ))}
        </svg>
        {figures.count(most)} {words("page-chart-calls")}
      </span>
    </ChartFrame>
  );
}

function drawCells(chart: uPlot, heat: HeatMap, edges: readonly number[], most: number): void {
  const { ctx: context, bbox } = chart;
  const { min = 0, max = 0 } = chart.scales["x"] ?? {};
  const lines = edges.map((edge) => chart.valToPos(edge, "y", true));
  const strongest = Math.log1p(most);
  context.save();
  context.beginPath();
  context.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  context.clip();
  context.fillStyle = colour("heat");
  heat.counts.forEach((column, index) => {
    const begin = heat.at_s[index] ?? 0;
    if (begin + heat.step_s < min || begin > max) return;
    const left = Math.floor(chart.valToPos(begin, "x", true));
    const right = Math.ceil(chart.valToPos(begin + heat.step_s, "x", true));
    column.forEach((count, row) => {
      if (!count) return;
      const [bottom = 0, top = 0] = [lines[row], lines[row + 1]];
      context.globalAlpha = Math.ceil((STEPS * Math.log1p(count)) / strongest) / STEPS;
      context.fillRect(left, top, right - left, bottom - top);
    });
  });
  context.restore();
}

function rowsUsed(heat: HeatMap): { first: number; last: number } {
  const used = heat.edges_ms.slice(1).map((_, row) => heat.counts.some((column) => (column[row] ?? 0) > 0));
  return { first: Math.max(0, used.indexOf(true)), last: Math.max(0, used.lastIndexOf(true)) };
}

/** A logarithmic axis has no zero and no end. */
function edgesShown(heat: HeatMap): number[] {
  return heat.edges_ms.map((edge, index) => (edge > 0 ? edge : (heat.edges_ms[index + 1] ?? 1) / 2));
}
