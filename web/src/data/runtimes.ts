import type { RuntimeModel } from "./result";

/** A fact that a runtime said of itself: one value, or those of different starts. */
export interface SaidFact {
  name: string;
  values: { text: string; starts: number[] }[];
}

/** What one service of a variant said over its starts; a fact that not every start gave differs, too. */
export function saidOverStarts(runtimes: readonly RuntimeModel[]): SaidFact[] {
  const names = [...new Set(runtimes.flatMap((runtime) => Object.keys(runtime.facts)))];
  return names.map((name) => {
    const values = new Map<string, number[]>();
    for (const { start, facts } of runtimes) {
      const text = facts[name] ?? "";
      values.set(text, [...(values.get(text) ?? []), start]);
    }
    return { name, values: [...values].map(([text, starts]) => ({ text, starts })) };
  });
}
