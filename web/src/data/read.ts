import type { ResultModel } from "./result";
import type { Series } from "./series";

function parsed(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as unknown) : null;
}

/** The result and the series that `loadproof.report.html` put into the page; null where there are none. */
export function embedded(): { result: ResultModel; series: Series } | null {
  const result = parsed("result") as ResultModel | null;
  const series = parsed("series") as Series | null;
  return result && series ? { result, series } : null;
}
