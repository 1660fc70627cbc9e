import type { RankingModel } from "../data/result";
import { ticks } from "./ticks";

export interface SpreadScale {
  ticks: readonly number[];
  /** The place of a rate over the width, such as `37.5%`. */
  at: (rate: number) => string;
}

/** From zero where the rates are far apart, else around them: dots, unlike bars, need no zero. Null without rates. */
export function spreadScale(ranking: RankingModel): SpreadScale | null {
  const rates = ranking.variants
    .flatMap(({ rate, starts }) => [
      ...[rate.value, rate.low, rate.high],
      ...starts.flatMap((start) => [start.rate, start.low, start.high]),
    ])
    .filter((rate) => rate !== null);
  if (rates.length === 0) return null;
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const margin = Math.max(most - least, 0.1 * most, 1e-9) * 0.06;
  const low = least < most / 3 ? 0 : least - margin;
  const high = most + margin;
  return {
    ticks: ticks(low, high, 6).filter((tick) => tick >= low + margin / 2 && tick <= high - margin / 2),
    at: (rate) => `${((100 * (rate - low)) / (high - low)).toFixed(2)}%`,
  };
}
