import { visibleValue } from "../format/visible";
import type { Reading } from "./readings";
import type { ResultModel } from "./result";
import type { Series } from "./series";

/** The one place at which texts enter the page: all of them are safe to be shown from here on. */
function parsed(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? visibleValue(JSON.parse(text)) : null;
}

/** Series as the page draws them: each reading with its own times. */
export type DrawnSeries = Omit<Series, "reading_times" | "readings"> & { readings: Reading[] };

export interface Embedded {
  result: ResultModel;
  series: DrawnSeries;
  /** The catalogue of each language, in Fluent's syntax, English first. */
  catalogues: Record<string, string>;
  /** The texts for people in the result, each language's by their English. */
  texts: Record<string, Record<string, string>>;
  /** What Java VMs told between trials, as HTML in each language; its text is escaped. */
  diagnoses: Record<string, string>;
}

/** What `loadproof.render.html` put into the page; null where there is none. */
export function embedded(): Embedded | null {
  const result = parsed("result") as ResultModel | null;
  const series = parsed("series") as Series | null;
  const catalogues = (parsed("catalogues") ?? {}) as Embedded["catalogues"];
  const texts = (parsed("texts") ?? {}) as Embedded["texts"];
  const diagnoses = (parsed("diagnoses") ?? {}) as Embedded["diagnoses"];
  return result && series ? { result, series: drawnSeries(series), catalogues, texts, diagnoses } : null;
}

function drawnSeries({ reading_times: times, readings, ...rest }: Series): DrawnSeries {
  return {
    ...rest,
    readings: readings.map(({ times: place, ...reading }) => ({ ...reading, at_s: times[place] ?? [] })),
  };
}
