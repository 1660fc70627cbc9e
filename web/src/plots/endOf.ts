import type { Data } from "../data/starts";

/** The end of every time axis: that of the run, or of the last reading where it has none. */
export function endOf({ result, series }: Data): number {
  const ends = series.readings.map((reading) => reading.at_s.at(-1) ?? 0);
  const load = (series.load.at_s.at(-1) ?? 0) + series.load.step_s;
  return ends.reduce((last, end) => Math.max(last, end), Math.max(result.run.duration_s, load, 1));
}
