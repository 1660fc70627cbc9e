import type { ResultModel } from "./result";
import type { Series } from "./series";

function parsed(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as unknown) : null;
}

export interface Embedded {
  result: ResultModel;
  series: Series;
  /** The Russian of the texts for people in the result. */
  russian: Record<string, string>;
}

/** The result, its series and its Russian that `loadproof.report.html` put into the page; null where there are none. */
export function embedded(): Embedded | null {
  const result = parsed("result") as ResultModel | null;
  const series = parsed("series") as Series | null;
  const russian = (parsed("russian") ?? {}) as Record<string, string>;
  return result && series ? { result, series, russian } : null;
}
