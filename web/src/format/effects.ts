/** Effects and levels of a comparison in words: a ratio in per cent, a difference of shares in points. */
import { isOfShares } from "../data/comparison";
import type { PairModel } from "../data/result";
import { NOTHING } from "./figures";
import type { Words } from "./words";

/** What a metric is called. */
export function metricName(metric: string, words: Words): string {
  return words("comparison-metric", { metric });
}

/** Such as `+13.4 %`, or `−0.2 points` of a share. */
export function amount(value: number | null, metric: string, words: Words): string {
  if (value === null) return NOTHING;
  return isOfShares(metric) ? pointsText(value, words) : percentText(value, words);
}

export function percentText(value: number | null, words: Words): string {
  if (value === null) return NOTHING;
  return signed(value, words.figures.unit("percent", words.figures.rate(Math.abs(value))));
}

export function pointsText(value: number | null, words: Words): string {
  if (value === null) return NOTHING;
  const size = Math.abs(value);
  // A count chooses its plural.
  const points = Number.isInteger(size) ? size : words.figures.rate(size);
  return signed(value, words("comparison-points", { points }));
}

/** Such as `+11.2 % to +15.6 %`. */
export function intervalText(
  { low, high, metric }: { low: number | null; high: number | null; metric: string },
  words: Words,
): string {
  if (low === null || high === null) return NOTHING;
  return words("page-effect-interval", {
    low: amount(low, metric, words),
    high: amount(high, metric, words),
  });
}

export function decisionText(decision: PairModel["decision"], words: Words): string {
  return words.named("page-decision-", decision) ?? decision;
}

/** A written number with its sign, as the texts of the run have it. */
export function signed(value: number, written: string): string {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${written}`;
}
