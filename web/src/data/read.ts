import type { Reading } from "./readings";
import type { ResultModel } from "./result";
import type { Series } from "./series";

function parsed(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as unknown) : null;
}

/** Series as the page draws them: each reading with its own times. */
export type DrawnSeries = Omit<Series, "reading_times" | "readings"> & { readings: Reading[] };

export interface Embedded {
  result: ResultModel;
  series: DrawnSeries;
  /** The Russian of the texts for people in the result. */
  russian: Record<string, string>;
}

/** The result, its series and its Russian that `loadproof.report.html` put into the page; null where there are none. */
export function embedded(): Embedded | null {
  const result = parsed("result") as ResultModel | null;
  const series = parsed("series") as Series | null;
  const russian = (parsed("russian") ?? {}) as Record<string, string>;
  return result && series ? { result, series: drawnSeries(series), russian } : null;
}

function drawnSeries({ reading_times: times, readings, ...rest }: Series): DrawnSeries {
  return {
    ...rest,
    readings: readings.map(({ times: place, ...reading }) => ({ ...reading, at_s: times[place] ?? [] })),
  };
}
