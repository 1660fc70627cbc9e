import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import uPlot from "uplot";

import { usePage } from "../page/context";
import { colour } from "../page/theme";
import { LOGARITHMIC, timesAxis, valueAxis, valueScale } from "./axes";
import { ChartFrame } from "./ChartFrame";
import { drawLimits, type Threshold } from "./marks";
import { type ChartPlan, useChart } from "./useChart";

interface Props {
  /** One more than there are counts. */
  edges: readonly number[];
  counts: readonly number[];
  limits: readonly Threshold[];
  /** Of the calls; response times have such a scale always. */
  logarithmic: boolean;
  children?: ComponentChildren;
}

/** On a logarithmic scale of calls an empty bin lies below one call. */
const NO_CALLS = 0.5;
const WIDER = 1.1;
const SEEN_THROUGH = "50";

/** Calls by response time, with limits as upright lines. */
export function HistogramChart({ edges, counts, limits, logarithmic, children }: Props) {
  const { figures, words } = usePage();
  const plan = useMemo<ChartPlan>(() => {
    const drawn = [...counts, 0].map((count) => (logarithmic ? Math.max(count, NO_CALLS) : count));
    const shown = [...edges, ...limits.map(({ value }) => value)];
    return {
      data: [[...edges], drawn],
      options: {
        height: 280,
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
        axes: [timesAxis(figures), valueAxis(figures, logarithmic)],
        scales: {
          x: {
            time: false,
            distr: LOGARITHMIC,
            range: [Math.min(...shown) / WIDER, Math.max(...shown) * WIDER],
          },
          y: logarithmic
            ? { distr: LOGARITHMIC, range: [NO_CALLS, Math.max(1, ...counts) * 1.5] }
            : valueScale(counts, false),
        },
        series: [
          {},
          {
            stroke: () => colour("accent"),
            fill: () => colour("accent") + SEEN_THROUGH,
            width: 1.25,
            points: { show: false },
            ...(uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
          },
        ],
        hooks: {
          draw: [
            (self) => {
              drawLimits(self, limits);
            },
          ],
        },
      },
    };
  }, [edges, counts, limits, logarithmic, figures]);
  const chart = useChart(plan);
  // The last edge ends a bin and begins none.
  const bin = chart.index === null ? null : Math.min(chart.index, counts.length - 1);
  const title = words("page-histogram");
  const bounds = (low: number | undefined, high: number | undefined) => ({
    low: figures.value(low),
    high: figures.value(high),
  });
  const calls = counts.reduce((sum, count) => sum + count, 0);
  return (
    <ChartFrame
      title={title}
      unit={words("page-chart-calls")}
      summary={words("page-histogram-summary", { title, calls, ...bounds(edges[0], edges.at(-1)) })}
      at={bin === null ? "" : words("page-histogram-bin", bounds(edges[bin], edges[bin + 1]))}
      legend={[
        {
          label: words("page-chart-calls"),
          stroke: "accent",
          value: bin === null ? "" : figures.count(counts[bin] ?? 0),
        },
      ]}
      chart={chart}
    >
      {children}
    </ChartFrame>
  );
}
