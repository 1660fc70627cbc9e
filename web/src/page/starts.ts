import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { StartSpan } from "../data/series";
import type { Words } from "../format/words";
import { printable } from "../format/printable";
import type { Page } from "./context";

/** The starts of a study with several, the one that is shown, and how to show another. */
export interface Starts {
  all: readonly StartSpan[];
  chosen: number;
  choose: (place: number) => void;
  /** The page of the whole run. */
  whole: Page;
}

export const StartsContext = createContext<Starts | null>(null);

/** Null on the page of one start. */
export function useStarts(): Starts | null {
  return useContext(StartsContext);
}

export function variantName(variant: string | null): string {
  return printable(variant ?? "–", 60);
}

/** Such as `go-pgx, start 2`. */
export function startName({ variant, start }: Omit<StartSpan, "begin_s" | "end_s">, words: Words): string {
  return variant === null
    ? words("page-start-name", { start: String(start) })
    : variantName(variant) + words("list-commas") + words("page-start-name", { start: String(start) });
}
