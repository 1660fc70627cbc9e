/** A comparison as the page draws it: amounts of effects, curves over rounds, and the slots in their order. */
import type { ComparisonModel, PairModel, SlotModel } from "./result";

export type Metric = PairModel["metric"];

const OF_SHARES: readonly string[] = ["errors", "done", "gc"] satisfies Metric[];
const OF_OPERATIONS: readonly Metric[] = ["p99", "mean", "p50", "p95", "p90", "p99_9", "errors"];

/** Whether a metric is a share, whose differences are counted in percentage points. */
export function isOfShares(metric: string): boolean {
  return OF_SHARES.includes(metric);
}

/** The effect in the unit of its interval: points of a share, per cent of all else. */
export function effectOf({ metric, points, effect_percent }: PairModel): number | null {
  return isOfShares(metric) ? points : effect_percent;
}

/** The primary pairs: what differs first, and by how many margins. */
export function byImportance({ importance, pairs }: ComparisonModel): PairModel[] {
  return importance.flatMap((place) => pairs[place] ?? []);
}

/** What of each operation may be drawn, the figures that answer a comparison first. */
export function operationMetrics({ pairs }: ComparisonModel): Metric[] {
  const there = new Set(pairs.filter(({ operation }) => operation !== "").map(({ metric }) => metric));
  return OF_OPERATIONS.filter((metric) => there.has(metric));
}

/** The variants of each pair. */
export function comparedPairs({ pairs }: ComparisonModel): { a: string; b: string }[] {
  return [...new Map(pairs.map(({ a, b }) => [JSON.stringify([a, b]), { a, b }])).values()];
}

/** The operations that have any figure, in the order of the profile, whose names these are. */
export function operationsInOrder(
  { pairs, operations }: ComparisonModel,
  profile: readonly string[],
): string[] {
  const there = new Set([...operations, ...pairs].map(({ operation }) => operation));
  const known = profile.filter((name) => there.has(name));
  return [...known, ...[...there].filter((name) => name !== "" && !known.includes(name))];
}

/** The slots by time, each with the time in its middle. */
export function slotsInOrder({ slots }: ComparisonModel): (SlotModel & { middle_s: number })[] {
  return slots
    .map((slot) => ({ ...slot, middle_s: (slot.began_s + slot.ended_s) / 2 }))
    .sort((a, b) => a.middle_s - b.middle_s);
}

/** Where each round begins and ends on the axis of its slots. */
export function roundSpans(slots: readonly SlotModel[]): { round: number; begin_s: number; end_s: number }[] {
  return [...new Set(slots.map((slot) => slot.round))].map((round) => {
    const own = slots.filter((slot) => slot.round === round);
    return {
      round,
      begin_s: Math.min(...own.map((slot) => slot.began_s)),
      end_s: Math.max(...own.map((slot) => slot.ended_s)),
    };
  });
}

export interface Curve {
  low: (number | null)[];
  middle: (number | null)[];
  high: (number | null)[];
}

/** The response times of one variant over its rounds; null where fewer than half of them have calls enough. */
export function curveOf(comparison: ComparisonModel, variant: string): Curve {
  const own = comparison.rounds
    .flatMap((round) => round.variants)
    .filter((one) => one.variant === variant)
    .map((one) => one.curve_ms)
    .filter((times) => times.length > 0);
  const levels = comparison.curve_quantiles.map((_, place) => {
    const known = own.flatMap((times) => times[place] ?? []).sort((a, b) => a - b);
    return known.length > 0 && 2 * known.length >= own.length ? known : null;
  });
  return {
    low: levels.map((known) => known?.[0] ?? null),
    middle: levels.map((known) => known && middleOf(known)),
    high: levels.map((known) => known?.at(-1) ?? null),
  };
}

/** The median of ascending values; between two of them on a scale of ratios. */
function middleOf(values: readonly number[]): number {
  const [low = NaN, high = NaN] = [
    values[Math.floor((values.length - 1) / 2)],
    values[Math.ceil((values.length - 1) / 2)],
  ];
  return Math.sqrt(low * high);
}
