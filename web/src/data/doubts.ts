import type { DoubtModel } from "./result";

/** Doubts of one code, which differ in their values. */
export type Alike = [DoubtModel, ...DoubtModel[]];

/** In the order in which each code came first. */
export function alikeDoubts(doubts: readonly DoubtModel[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const doubt of doubts) {
    const alike = found.get(doubt.code);
    if (alike) alike.push(doubt);
    else found.set(doubt.code, [doubt]);
  }
  return [...found.values()];
}
