import type uPlot from "uplot";

import type { Figures } from "../format/figures";
import { colour } from "../page/theme";

export const FONT =
  '11px system-ui, "Segoe UI", "Helvetica Neue", Arial, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif';
/** The same for all charts, so that their time axes lie under one another. */
const LEFT = 58;
/** uPlot's types name it by an enum that a module compiled alone cannot read. */
export const LOGARITHMIC = 3 as unknown as uPlot.Scale.Distr;
/** Charts less wide than this have fewer labels. */
const NARROW = 560;
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800];

function drawn(axis: uPlot.Axis): uPlot.Axis {
  // Seen through, as it lies on the shades of the plateaus too.
  const rule = { stroke: () => colour("grid"), width: 1 };
  return {
    font: FONT,
    stroke: () => colour("muted"),
    grid: rule,
    ticks: { ...rule, size: 4 },
    gap: 4,
    ...axis,
  };
}

/** The time since the run began. */
export function timeAxis(figures: Figures): uPlot.Axis {
  return drawn({
    size: 26,
    space: 64,
    incrs: TIME_STEPS,
    values: (_self, splits) => splits.map((seconds) => figures.clock(seconds)),
  });
}

export function valueAxis(figures: Figures, logarithmic: boolean): uPlot.Axis {
  const axis = drawn({
    size: LEFT,
    space: 24,
    values: (_self, splits) => splits.map((value) => figures.rate(value)),
  });
  if (!logarithmic) return axis;
  return {
    ...axis,
    splits: (_self, _axis, low, high) => decades(low, high),
    filter: (_self, splits) => splits,
  };
}

/** Response times from left to right, on a logarithmic scale. */
export function timesAxis(figures: Figures): uPlot.Axis {
  return drawn({
    size: 26,
    space: 44,
    splits: (self, _axis, low, high) => {
      const found = decades(low, high);
      return found.length > self.width / 44 ? powers(low, high, [1]) : found;
    },
    values: (_self, splits) => splits.map((value) => figures.rate(value)),
    filter: (_self, splits) => splits,
  });
}

export function rateAxis(figures: Figures): uPlot.Axis {
  return drawn({
    size: 26,
    space: 64,
    values: (_self, splits) => splits.map((value) => figures.rate(value)),
  });
}

/** The place of a quantile: each nine more is as far from the last. */
export function ninesOf(quantile: number): number {
  return -Math.log10(1 - quantile);
}

/** Such as `p99.95`, with all the digits that it has. */
export function quantileName(quantile: number, figures: Figures): string {
  const percent = Number((100 * quantile).toFixed(4));
  return `p${figures.fixed(percent, String(percent).split(".")[1]?.length ?? 0)}`;
}

/** By the nines of quantiles: 1 is p90, 2 is p99. */
export function quantileAxis(figures: Figures): uPlot.Axis {
  const shown = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995, 0.9999];
  const fewer = [0.5, 0.9, 0.99, 0.999, 0.9999];
  return drawn({
    size: 26,
    space: 44,
    splits: (self, _axis, _low, high) =>
      (self.width < NARROW ? fewer : shown).map(ninesOf).filter((nines) => nines <= high),
    values: (_self, splits) => splits.map((nines) => quantileName(1 - 10 ** -nines, figures)),
    filter: (_self, splits) => splits,
  });
}

/** 1, 2 and 5 times the powers of ten in a range, the powers alone where it is wide; of a narrow one steps of equal width. */
export function decades(low: number, high: number): number[] {
  const found = powers(low, high, high / low > 2000 ? [1] : [1, 2, 5]);
  return found.length > 1 ? found : evenSteps(low, high);
}

/** Two to six round values: one alone does not tell how far apart two values of a chart are. */
function evenSteps(low: number, high: number): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / 2));
  const step = power * ([5, 2, 1].find((times) => times * power * 2 <= high - low) ?? 1);
  const found: number[] = [];
  for (let times = Math.ceil(low / step); times * step <= high; times += 1) {
    found.push(Number((times * step).toPrecision(6)));
  }
  return found;
}

function powers(low: number, high: number, steps: readonly number[]): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const step of steps) {
      const value = Number((step * 10 ** power).toPrecision(6));
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}

/** A scale over all values that it must show; a linear one begins at zero. */
export function valueScale(values: Iterable<number | null | undefined>, logarithmic: boolean): uPlot.Scale {
  let low = Infinity;
  let high = 0;
  for (const value of values) {
    if (value == null || (logarithmic && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!logarithmic)
    return { range: [Math.min(0, low === Infinity ? 0 : low * 1.08), high > 0 ? high * 1.08 : 1] };
  return { distr: LOGARITHMIC, range: low === Infinity ? [1, 10] : [low / 1.25, high * 1.25] };
}
