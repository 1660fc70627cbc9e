import { useMemo } from "preact/hooks";

import {
  type DrawnInjection,
  drawnInjections,
  type InjectionBand,
  injectionPhaseAt,
} from "../data/injections";
import type { Figures } from "../format/figures";
import { printable } from "../format/printable";
import type { Words } from "../format/words";
import { usePage } from "../page/context";
import type { LegendItem } from "./ChartFrame";

const LONGEST_NAME = 40;
/** Occurrences of one injection that a legend has the times of. */
const MOST_TIMES = 3;

export interface Injections {
  injections: readonly DrawnInjection[];
  /** Text on the canvas at a problem that was not undone. */
  notUndone: string;
  /** Text for the name of a chart; empty if nothing was injected. */
  summary: string;
  /** An entry for each injection with the times of its occurrences, and its phase at an instant. */
  legend: (atS: number | undefined) => LegendItem[];
}

/** Name of an injection with its kind. */
export function injectionName({ name, kind }: DrawnInjection): string {
  return `${printable(name, LONGEST_NAME)} (${printable(kind, LONGEST_NAME)})`;
}

/** Times of an occurrence, and what went wrong with it. */
export function injectionTimes(
  { beginS, endS, state }: InjectionBand,
  figures: Figures,
  words: Words,
): string {
  return words("page-injection-times", { times: `${figures.clock(beginS)}–${figures.clock(endS)}`, state });
}

/** Injections that occurred in the trials of the page. */
export function useInjections(): Injections {
  const { result, figures, words } = usePage();
  const injections = useMemo(() => drawnInjections(result), [result]);
  return useMemo(() => {
    const labels = injections.map((injection) => {
      const { bands } = injection;
      const times = bands.slice(0, MOST_TIMES).map((band) => injectionTimes(band, figures, words));
      const more = bands.length - times.length;
      if (more > 0) times.push(words("page-alarm-times-more", { count: more }));
      return `${injectionName(injection)} ${times.join(words("list-commas"))}`;
    });
    return {
      injections,
      notUndone: words("page-injection-not-undone"),
      summary:
        labels.length > 0
          ? words("page-chart-injections", { injections: labels.join(words("list-clauses")) })
          : "",
      legend: (atS) =>
        injections.map((injection, place) => {
          const phase = atS === undefined ? null : injectionPhaseAt(injection, atS);
          const value = phase === null ? "" : words(`page-injection-${phase}`);
          return { label: labels[place] ?? "", stroke: "injection", pattern: injection.pattern, value };
        }),
    };
  }, [injections, figures, words]);
}
