import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";

import { broken } from "../data/readings";
import { usePage } from "../page/context";
import { colour } from "../page/theme";
import { timeAxis, valueAxis, valueScale } from "./axes";
import { ChartFrame } from "./ChartFrame";
import { drawAlarmBands, drawFlags } from "./flags";
import { drawInjectionBands, drawInjectionNames } from "./injections";
import { drawEvents, drawThresholds, shadeTrials, type Threshold } from "./marks";
import { type ChartPlan, useChart } from "./useChart";
import { useFlags } from "./useFlags";
import { useInjections } from "./useInjections";

/** The charts that share their cursor and their zoom. */
export const SHARED_CURSOR: uPlot.Cursor = {
  sync: { key: "time", scales: ["x", null] },
  drag: { x: true, y: false, setScale: true },
  points: { size: 5 },
};

/** One pattern for each of the six colours of lines, so that colour alone does not tell them apart. */
export const DASHES = [undefined, [6, 2], [2, 2], [8, 2, 2, 2], [12, 3], [4, 4]] as const;

export interface Line {
  label: string;
  /** One value for each time; undefined where another line alone was read. */
  values: readonly (number | null | undefined)[];
  stroke: string;
  dash?: readonly number[] | undefined;
  width?: number | undefined;
}

interface Props {
  /** Where a link to the chart leads. */
  id?: string;
  title: string;
  unit: string;
  times: readonly number[];
  /** The end of the time axis, the same for all charts. */
  endS: number;
  lines: readonly Line[];
  height: number;
  logarithmic?: boolean;
  /** So many of the first lines are parts of one whole: each is drawn on those before it, filled. */
  stacked?: number;
  thresholds?: readonly Threshold[];
  numbered?: boolean;
  children?: ComponentChildren;
}

/** Height of the numbers of trials at the top of a chart, in pixels. */
const NUMBERS_HEIGHT = 16;
const NO_THRESHOLDS: readonly Threshold[] = [];

/** Lines over the time since the run began, with its plateaus shaded by verdict. */
export function TimeChart(props: Props) {
  const { title, unit, times, endS, lines, height, logarithmic = false, numbered = false, children } = props;
  const stacked = props.stacked ?? 0;
  const thresholds = props.thresholds ?? NO_THRESHOLDS;
  const { figures, result, words } = usePage();
  const flags = useFlags();
  const injected = useInjections();
  const { injections, notUndone } = injected;
  const own = useMemo(() => drawnOver(times, lines, endS), [times, lines, endS]);
  const plan = useMemo<ChartPlan>(() => {
    const drawn = onEachOther(lines, stacked);
    const values = drawn.flatMap((line) => line.values);
    return {
      data: drawnOver(times, drawn, endS),
      options: {
        height,
        legend: { show: false },
        cursor: SHARED_CURSOR,
        axes: [timeAxis(figures), valueAxis(figures, logarithmic)],
        scales: {
          x: { time: false },
          y: valueScale([...values, ...thresholds.map((threshold) => threshold.value)], logarithmic),
        },
        series: [{}, ...drawn.map((line, place) => series(line, place < stacked))],
        hooks: {
          drawClear: [
            (self) => {
              shadeTrials(self, result.trials, numbered);
              drawInjectionBands(self, injections);
              drawAlarmBands(self, flags.alarms);
            },
          ],
          draw: [
            (self) => {
              drawEvents(self, result.run.events);
              drawThresholds(self, thresholds);
              drawInjectionNames(self, injections, notUndone);
              drawFlags(self, flags.alarms, numbered ? NUMBERS_HEIGHT : 0);
            },
          ],
        },
      },
    };
  }, [
    times,
    endS,
    lines,
    stacked,
    height,
    logarithmic,
    thresholds,
    numbered,
    figures,
    result,
    flags.alarms,
    injections,
    notUndone,
  ]);
  const chart = useChart(plan);
  const index = chart.index;
  const time = index === null ? undefined : plan.data[0][index];
  const all = lines.flatMap((line) => line.values).filter((value) => value != null);
  const [low, high] = all.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  );
  return (
    <ChartFrame
      id={props.id}
      title={title}
      unit={unit}
      summary={`${words("page-chart-summary", { title, low: figures.rate(low), high: figures.rate(high), unit })} ${flags.summary} ${injected.summary}`}
      at={time === undefined ? "" : figures.clock(time)}
      legend={[
        ...lines.map(({ label, stroke, dash }, line) => ({
          label,
          stroke,
          dash,
          value: index === null ? "" : figures.rate(lastKnown(own[line + 1], index)),
        })),
        ...injected.legend(time),
        ...flags.legend(time),
      ]}
      chart={chart}
    >
      {children}
    </ChartFrame>
  );
}

/** The first `stacked` lines as sums of themselves and those before them, the highest first: each hides what is below. */
export function onEachOther(lines: readonly Line[], stacked: number): readonly Line[] {
  if (stacked < 2) return lines;
  const sums: Line[] = [];
  for (const line of lines.slice(0, stacked)) {
    const below = sums.at(-1)?.values;
    sums.push({
      ...line,
      values: line.values.map((value, at) => (value == null ? value : value + (below?.[at] ?? 0))),
    });
  }
  return [...sums.reverse(), ...lines.slice(stacked)];
}

function series(line: Line, isFilled: boolean): uPlot.Series {
  return {
    label: line.label,
    stroke: () => colour(line.stroke),
    ...(isFilled ? { fill: () => colour(line.stroke) } : {}),
    width: line.width ?? 1.25,
    points: { show: false },
    ...(line.dash ? { dash: [...line.dash] } : {}),
  };
}

/** No line runs over a time without load. */
function drawnOver(times: readonly number[], lines: readonly Line[], endS: number): uPlot.AlignedData {
  const [at, values] = broken(
    times,
    lines.map((line) => line.values),
  );
  return padded(
    at,
    lines.map((line, place) => ({ ...line, values: values[place] ?? [] })),
    endS,
  );
}

/** All charts reach from the begin of the run to its end, so that one place on each is the same time. */
export function padded(times: readonly number[], lines: readonly Line[], endS: number): uPlot.AlignedData {
  const before = times[0] === 0 ? [] : [0];
  const after = (times.at(-1) ?? 0) < endS ? [endS] : [];
  return [
    [...before, ...times, ...after],
    ...lines.map((line) => [...before.map(() => null), ...line.values, ...after.map(() => null)]),
  ];
}

function lastKnown(values: ArrayLike<number | null | undefined> | undefined, index: number): number {
  for (let place = index; values && place >= Math.max(0, index - 10); place -= 1) {
    const value = values[place];
    if (value !== undefined) return value ?? NaN;
  }
  return NaN;
}
