import { ticks as evenTicks } from "./ticks";

export interface ForestRow {
  key: string;
  /** What is compared, such as a metric. */
  name: string;
  /** Who is compared, such as `b against a`. */
  detail: string;
  /** Primary: it is judged with the figures of the total. */
  isMarked?: boolean;
  effect: number | null;
  low: number | null;
  high: number | null;
  /** What differs by less is as good as equal; null where there is no margin. */
  margin: number | null;
  kind: "different" | "equivalent" | "cannot tell" | "not run";
  /** What a reader hears of it. */
  said: string;
}

export interface ForestScale {
  ticks: readonly number[];
  /** The place of a value over the width, such as `37.5%`, held within the picture. */
  at: (value: number) => string;
  /** Whether a value lies beyond the picture. */
  isBeyond: (value: number) => boolean;
}

/** Intervals that reach farther than this many times the largest effect, and the usual interval, are cut. */
const FARTHEST = 3;
/** Where ratios may be labelled, in per cent: the first ones before those that would stand too near to them. */
const LABELLED = [
  [0, 100, -50, 900, -90, 9900, -99],
  [400, -80, 20, -20, 50, 200, 1900, -95],
  [10, -10, 5, -5, 30, -30, 2, -2, 1, -1],
].flat();
const LEAST_APART = 13;
const LEAST_RATIO = 0.001;

/**
 * Holds zero, the margins and all effects; an interval far wider than these is cut, as it would hide the others.
 *
 * `ofRatios`: values in per cent, drawn by their logarithms as they are estimated, so that twice as much is as far from
 * nothing as half as much. Null where no row has an effect.
 */
export function forestScale(rows: readonly ForestRow[], ofRatios: boolean): ForestScale | null {
  const drawn = rows.filter((row) => row.effect !== null);
  if (drawn.length === 0) return null;
  const moved = (value: number): number =>
    ofRatios ? Math.log(Math.max(LEAST_RATIO, 1 + value / 100)) : value;
  const effects = drawn.flatMap((row) => [row.effect ?? 0, row.margin ?? 0, -(row.margin ?? 0)]).map(moved);
  const ends = drawn
    .flatMap(({ low, high }) => [low, high])
    .filter((end) => end !== null)
    .map(moved);
  const sizes = ends.map(Math.abs).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const most = FARTHEST * Math.max(...effects.map(Math.abs), usual) || 1;
  const from = Math.max(Math.min(0, ...effects, ...ends), -most);
  const to = Math.min(Math.max(0, ...effects, ...ends), most);
  const pad = 0.04 * (to - from || 1);
  const [low, high] = [from - pad, to + pad];
  const place = (value: number): number => (100 * (moved(value) - low)) / (high - low);
  const isSeen = (tick: number): boolean => place(tick) > 2 && place(tick) < 98;
  return {
    ticks: (ofRatios ? apart(LABELLED.filter(isSeen), place) : evenTicks(low, high, 6)).filter(isSeen),
    at: (value) => `${Math.max(0, Math.min(100, place(value))).toFixed(2)}%`,
    isBeyond: (value) => moved(value) < from - 1e-9 || moved(value) > to + 1e-9,
  };
}

/** Those that do not stand too near to one before them. */
function apart(wanted: readonly number[], place: (value: number) => number): number[] {
  const found: number[] = [];
  for (const tick of wanted) {
    if (found.every((other) => Math.abs(place(other) - place(tick)) >= LEAST_APART)) found.push(tick);
  }
  return found.sort((a, b) => a - b);
}
