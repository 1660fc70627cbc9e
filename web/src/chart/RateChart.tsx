import { useMemo } from "preact/hooks";
import type uPlot from "uplot";

import type { AnswerModel, TrialModel } from "../data/result";
import { shadeOf } from "../data/verdict";
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

/** Percentiles of each trial against the rate that it did; the sign at p99 is its verdict. */
export function RateChart({ trials, knee, thresholds, logarithmic }: Props) {
  const { figures, words } = usePage();
  const sorted = useMemo(() => [...trials].sort((a, b) => a.measurement.rate - b.measurement.rate), [trials]);
  const columns = useMemo(
    () => PERCENTILES.map(({ name }) => sorted.map((trial) => known(trial, name))),
    [sorted],
  );
  const plan = useMemo<ChartPlan>(() => {
    const rates = sorted.map((trial) => trial.measurement.rate);
    const ends = [...rates, knee?.low ?? 0, knee?.high ?? 0];
    const { low, high } = knee ?? {};
    return {
      data: [rates, ...columns],
      options: {
        height: 280,
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { size: 8 } },
        axes: [rateAxis(figures), valueAxis(figures, logarithmic)],
        scales: {
          x: { time: false, range: [0, Math.max(...ends) * 1.05] },
          y: valueScale([...columns.flat(), ...thresholds.map((threshold) => threshold.value)], logarithmic),
        },
        series: [{}, ...PERCENTILES.map(points)],
        hooks: {
          drawClear: [
            (self) => {
              if (low != null && high != null) drawBand(self, low, high);
            },
          ],
          draw: [
            (self) => {
              drawThresholds(self, thresholds);
              drawSigns(self, sorted);
            },
          ],
        },
      },
    };
  }, [sorted, columns, knee, thresholds, logarithmic, figures]);
  const chart = useChart(plan);
  const trial = chart.index === null ? undefined : sorted[chart.index];
  return (
    <ChartFrame
      title={words.charts.byRate}
      unit={words.ms}
      summary={words.charts.byRate}
      at={
        trial ? `${words.trialName(trial.number)} ${words.atRate(figures.rate(trial.measurement.rate))}` : ""
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

function known(trial: TrialModel, percentile: "p50" | "p95" | "p99"): number | null {
  const { response_ms: times, completed } = trial.measurement;
  return completed >= callsNeeded(percentile) ? times[percentile] : null;
}

function points({ name, stroke }: (typeof PERCENTILES)[number]): uPlot.Series {
  const shown = () => colour(stroke);
  const point = { show: name !== "p99", size: 6, fill: shown, stroke: shown };
  return { label: name, stroke: shown, width: 1, spanGaps: true, points: point };
}

function drawSigns(chart: uPlot, trials: readonly TrialModel[]): void {
  const { ctx: context } = chart;
  const ratio = devicePixelRatio;
  context.save();
  context.font = `700 ${13 * ratio}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const trial of trials) {
    const p99 = known(trial, "p99");
    if (p99 === null) continue;
    const shade = shadeOf(trial);
    const [x, y] = [chart.valToPos(trial.measurement.rate, "x", true), chart.valToPos(p99, "y", true)];
    context.fillStyle = colour("surface");
    context.beginPath();
    context.arc(x, y, 8 * ratio, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = context.fillStyle = colour(shade === "recover" ? "muted" : shade);
    context.lineWidth = ratio;
    context.stroke();
    context.fillText(SIGNS[shade], x, y + ratio);
  }
  context.restore();
}
