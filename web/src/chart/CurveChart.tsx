import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";

import { type Curve, curveOf } from "../data/comparison";
import type { ComparisonModel } from "../data/result";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { colour } from "../page/theme";
import { ninesOf, quantileAxis, quantileName, valueAxis, valueScale } from "./axes";
import { ChartFrame } from "./ChartFrame";
import { type ChartPlan, useChart } from "./useChart";
import { variantMark } from "./variantMarks";

interface Props {
  comparison: ComparisonModel;
  /** The two that are shown, by their places. */
  shown: readonly [number, number];
  logarithmic: boolean;
  children?: ComponentChildren;
}

/** A band is seen through, by the last two digits of its colour. */
const SEEN_THROUGH = "30";

/** Response times of two variants by quantile: the middle of the rounds as a line, all of them as a band. */
export function CurveChart({ comparison, shown, logarithmic, children }: Props) {
  const { figures, words } = usePage();
  const quantiles = comparison.curve_quantiles;
  const curves = useMemo(
    () => shown.map((place) => curveOf(comparison, comparison.variants[place] ?? "")),
    [comparison, shown],
  );
  const plan = useMemo<ChartPlan>(() => {
    const places = quantiles.map(ninesOf);
    const last = curves.reduce(
      (most, curve) =>
        Math.max(
          most,
          curve.middle.findLastIndex((value) => value !== null),
        ),
      0,
    );
    return {
      data: [places, ...curves.flatMap((curve) => [curve.high, curve.middle, curve.low])],
      options: {
        height: 280,
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { size: 6 } },
        axes: [quantileAxis(figures), valueAxis(figures, logarithmic)],
        scales: {
          x: { time: false, range: [0, (places[last] ?? 1) * 1.02] },
          y: valueScale(
            curves.flatMap((curve) => [...curve.low, ...curve.high]),
            logarithmic,
          ),
        },
        series: [{}, ...shown.flatMap(series)],
        bands: shown.map((place, at) => ({
          series: [3 * at + 1, 3 * at + 3],
          fill: () => colour(variantMark(place).stroke) + SEEN_THROUGH,
        })),
      },
    };
  }, [quantiles, curves, shown, logarithmic, figures]);
  const chart = useChart(plan);
  const [a, b] = shown.map((place) => variantName(comparison.variants[place] ?? null));
  const title = words("page-curves");
  return (
    <ChartFrame
      title={title}
      unit={words("page-ms")}
      summary={words("page-curves-summary", { title, a: a ?? "", b: b ?? "" })}
      at={chart.index === null ? "" : quantileName(quantiles[chart.index] ?? 0, figures)}
      legend={shown.map((place, at) => ({
        label: variantName(comparison.variants[place] ?? null),
        stroke: variantMark(place).stroke,
        dash: variantMark(place).dash,
        value: chart.index === null ? "" : figures.value(valueAt(curves[at], chart.index)),
      }))}
      chart={chart}
    >
      {children}
    </ChartFrame>
  );
}

function valueAt(curve: Curve | undefined, index: number): number | null {
  return curve?.middle[index] ?? null;
}

/** The ends of the band have no line of their own. */
function series(place: number): uPlot.Series[] {
  const { stroke, dash } = variantMark(place);
  const end: uPlot.Series = { stroke: "transparent", width: 0, points: { show: false } };
  const line: uPlot.Series = { stroke: () => colour(stroke), width: 1.75, points: { show: false } };
  return [end, { ...line, ...(dash ? { dash: [...dash] } : {}) }, end];
}
