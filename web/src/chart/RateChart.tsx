import { useMemo } from "preact/hooks";
import uPlot from "uplot";

import type { AnswerModel, TrialModel } from "../data/result";
import { behind, rateOf, shadeOf } from "../data/verdict";
import { callsNeeded } from "../format/figures";
import { usePage } from "../page/context";
import { colour } from "../page/theme";
import { rateAxis, valueAxis, valueScale } from "./axes";
import { ChartFrame } from "./ChartFrame";
import { drawBand, drawThresholds, SIGNS, type Threshold } from "./marks";
import { type ChartPlan, useChart } from "./useChart";

interface Props {
  trials: readonly TrialModel[];
  knee: AnswerModel | undefined;
  thresholds: readonly Threshold[];
  logarithmic: boolean;
}

const PERCENTILES = [
  { name: "p50", stroke: "line-p50" },
  { name: "p95", stroke: "line-p95" },
  { name: "p99", stroke: "line-p99" },
] as const;

/** Percentiles of each trial against its rate; the sign at p99 is its verdict. */
export function RateChart({ trials, knee, thresholds, logarithmic }: Props) {
  const { figures, words } = usePage();
  const line = useMemo(() => lastByRate(trials), [trials]);
  const columns = useMemo(
    () => PERCENTILES.map(({ name }) => line.map((trial) => known(trial, name))),
    [line],
  );
  const plan = useMemo<ChartPlan>(() => {
    const rates = line.map(rateOf);
    const { low, high } = knee ?? {};
    const values = trials.flatMap((trial) => PERCENTILES.map(({ name }) => known(trial, name)));
    return {
      data: [rates, ...columns],
      options: {
        height: 280,
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { size: 8 } },
        axes: [rateAxis(figures), valueAxis(figures, logarithmic)],
        scales: {
          x: { time: false, range: [0, Math.max(...rates, low ?? 0, high ?? 0) * 1.05] },
          y: valueScale([...values, ...thresholds.map((threshold) => threshold.value)], logarithmic),
        },
        series: [{}, ...PERCENTILES.map(series)],
        hooks: {
          drawClear: [
            (self) => {
              if (low != null && high != null) drawBand(self, low, high);
            },
          ],
          draw: [
            (self) => {
              drawThresholds(self, thresholds);
              for (const trial of trials) drawTrial(self, trial);
            },
          ],
        },
      },
    };
  }, [trials, line, columns, knee, thresholds, logarithmic, figures]);
  const chart = useChart(plan);
  const trial = chart.index === null ? undefined : line[chart.index];
  return (
    <ChartFrame
      title={words("page-chart-by-rate")}
      unit={words("page-ms")}
      summary={words("page-chart-by-rate")}
      at={
        trial
          ? `${words("page-trial-name", { number: String(trial.number) })} ${words("page-at-rate", { rate: figures.rate(rateOf(trial)) })}`
          : ""
      }
      legend={PERCENTILES.map(({ name, stroke }, place) => ({
        label: name,
        stroke,
        value: chart.index === null ? "" : figures.value(columns[place]?.[chart.index]),
      }))}
      chart={chart}
    />
  );
}

/** The line is a function of the rate: of several trials at one rate it goes through the last. */
function lastByRate(trials: readonly TrialModel[]): TrialModel[] {
  const last = new Map(trials.map((trial) => [rateOf(trial), trial]));
  return [...last.values()].sort((a, b) => rateOf(a) - rateOf(b));
}

function known(trial: TrialModel, percentile: "p50" | "p95" | "p99"): number | null {
  const { response_ms: times, completed } = trial.measurement;
  return completed >= callsNeeded(percentile) ? times[percentile] : null;
}

function series({ name, stroke }: (typeof PERCENTILES)[number]): uPlot.Series {
  return { label: name, stroke: () => colour(stroke), width: 1, spanGaps: true, points: { show: false } };
}

/** A dot at p50 and at p95, and the verdict's sign at p99, in a dashed ring where the rate done fell behind. */
function drawTrial(chart: uPlot, trial: TrialModel): void {
  const { ctx: context } = chart;
  const ratio = uPlot.pxRatio;
  const x = chart.valToPos(rateOf(trial), "x", true);
  const circle = (value: number, radius: number): number => {
    const y = chart.valToPos(value, "y", true);
    context.beginPath();
    context.arc(x, y, radius * ratio, 0, 2 * Math.PI);
    context.fill();
    return y;
  };
  context.save();
  for (const { name, stroke } of PERCENTILES.slice(0, 2)) {
    const value = known(trial, name);
    context.fillStyle = colour(stroke);
    if (value !== null) circle(value, 3);
  }
  const p99 = known(trial, "p99");
  if (p99 !== null) {
    const shade = shadeOf(trial);
    context.font = `700 ${13 * ratio}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour("surface");
    const y = circle(p99, 8);
    context.strokeStyle = context.fillStyle = colour(shade);
    context.lineWidth = (behind(trial) ? 2 : 1) * ratio;
    context.setLineDash(behind(trial) ? [3 * ratio, 2 * ratio] : []);
    context.stroke();
    context.fillText(SIGNS[shade], x, y + ratio);
  }
  context.restore();
}
