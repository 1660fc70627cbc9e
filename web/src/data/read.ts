import { visibleValue } from "../format/visible";
import type { ReportDocument } from "./document";
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
  report: ReportDocument;
}

/** What `loadproof.render.html` put into the page; null where there is none. */
export function embedded(): Embedded | null {
  const result = parsed("result") as ResultModel | null;
  const series = parsed("series") as Series | null;
  const catalogues = (parsed("catalogues") ?? {}) as Embedded["catalogues"];
  const report = parsed("document") as ReportDocument | null;
  return result && series && report ? { result, series: drawnSeries(series), catalogues, report } : null;
}

function drawnSeries({ reading_times: times, readings, ...rest }: Series): DrawnSeries {
  return {
    ...rest,
    readings: readings.map(({ times: place, ...reading }) => ({ ...reading, at_s: times[place] ?? [] })),
  };
}
