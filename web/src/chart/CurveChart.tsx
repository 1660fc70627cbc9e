import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";

import { usePage } from "../page/context";
import { colour } from "../page/theme";
import { ninesOf, quantileAxis, quantileName, valueAxis, valueScale } from "./axes";
import { ChartFrame } from "./ChartFrame";
import { drawQuantiles, drawThresholds, type MarkedQuantile } from "./marks";
import { type ChartPlan, useChart } from "./useChart";

type Times = (number | null)[];

/** Response times at the quantiles of a chart: a line, and the ends of a band around it where there is one. */
export interface QuantileLine {
  label: string;
  stroke: string;
  dash?: readonly number[] | undefined;
  middle: Times;
  band?: { low: Times; high: Times };
}

interface Props {
  title: string;
  summary: string;
  /** Ascending. */
  quantiles: readonly number[];
  lines: readonly QuantileLine[];
  logarithmic: boolean;
  /** Those that are limited, each with its limit. */
  marked?: readonly MarkedQuantile[];
  children?: ComponentChildren;
}

/** A band is seen through, by the last two digits of its colour. */
const SEEN_THROUGH = "30";
const LIMIT_DASH = [6, 3];
const NO_MARKS: readonly MarkedQuantile[] = [];

/** Response times by quantile, each nine more as far from the last. */
export function CurveChart(props: Props) {
  const { title, summary, quantiles, lines, logarithmic, children } = props;
  const marked = props.marked ?? NO_MARKS;
  const { figures, words } = usePage();
  const plan = useMemo<ChartPlan>(() => {
    const last = Math.max(0, ...lines.map(({ middle }) => middle.findLastIndex((value) => value !== null)));
    const places = quantiles.slice(0, last + 1).map(ninesOf);
    const cut = (times: Times): Times => times.slice(0, last + 1);
    const ends = lines.flatMap(({ band, middle }) => (band ? [...band.low, ...band.high] : middle));
    return {
      data: [places, ...lines.flatMap(({ band, middle }) => seriesOf(middle, band).map(cut))],
      options: {
        height: 280,
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { size: 6 } },
        axes: [quantileAxis(figures), valueAxis(figures, logarithmic)],
        scales: {
          x: { time: false, range: [0, (places.at(-1) ?? 1) * 1.02] },
          y: valueScale([...ends, ...marked.map(({ value }) => value)], logarithmic),
        },
        series: [{}, ...lines.flatMap(styleOf)],
        bands: bandsOf(lines),
        hooks: {
          draw: [
            (self) => {
              drawThresholds(self, marked);
              drawQuantiles(self, marked);
            },
          ],
        },
      },
    };
  }, [quantiles, lines, logarithmic, marked, figures]);
  const chart = useChart(plan);
  const { index } = chart;
  return (
    <ChartFrame
      title={title}
      unit={words("page-ms")}
      summary={summary}
      at={index === null ? "" : quantileName(quantiles[index] ?? 0, figures)}
      legend={[
        ...lines.map(({ label, stroke, dash, middle }) => ({
          label,
          stroke,
          dash,
          value: index === null ? "" : figures.value(middle[index] ?? null),
        })),
        ...marked.map(({ label, reached_ms }) => ({
          label,
          stroke: "failed",
          dash: LIMIT_DASH,
          value:
            reached_ms === null
              ? words("page-too-few")
              : figures.unit("millisecond", figures.value(reached_ms)),
        })),
      ]}
      chart={chart}
    >
      {children}
    </ChartFrame>
  );
}

/** The end of a band above a line, the line, and the end below it; or the line alone. */
function seriesOf(middle: Times, band: QuantileLine["band"]): Times[] {
  return band ? [band.high, middle, band.low] : [middle];
}

/** The ends of a band have no line of their own. */
function styleOf({ stroke, dash, band }: QuantileLine): uPlot.Series[] {
  const end: uPlot.Series = { stroke: "transparent", width: 0, points: { show: false } };
  // Rounded to pixels, a smooth curve would have steps.
  const line: uPlot.Series = {
    stroke: () => colour(stroke),
    width: 1.75,
    points: { show: false },
    pxAlign: 0,
  };
  const middle = { ...line, ...(dash ? { dash: [...dash] } : {}) };
  return band ? [end, middle, end] : [middle];
}

function bandsOf(lines: readonly QuantileLine[]): uPlot.Band[] {
  const found: uPlot.Band[] = [];
  let next = 1;
  for (const { band, stroke } of lines) {
    if (band) found.push({ series: [next, next + 2], fill: () => colour(stroke) + SEEN_THROUGH });
    next += band ? 3 : 1;
  }
  return found;
}
