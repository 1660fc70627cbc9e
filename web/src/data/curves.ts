/** The response curve of a single trial, as the page draws it. */
import type { MarkedQuantile } from "../chart/marks";
import type { RunSloModel } from "./result";
import type { ResponseCurves, TrialCurve } from "./series";

/** Quantiles by their nines, which the page has to four digits: what lies beyond has three of them. */
export function quantilesOf({ nines }: Pick<ResponseCurves, "nines">): number[] {
  return nines.map((place) => 1 - Number((10 ** -place).toPrecision(3)));
}

/** SLOs on response times of the whole profile, each with its label and what the trial reached. */
export function limitsOf(
  slos: readonly RunSloModel[],
  { nines }: Pick<ResponseCurves, "nines">,
  curve: TrialCurve,
  labelOf: (slo: RunSloModel) => string,
): MarkedQuantile[] {
  return slos.flatMap((slo) => {
    if (slo.threshold_ms === null || slo.operation !== null) return [];
    const own = -Math.log10(slo.limit_percent / 100);
    const place = nines.findIndex((one) => Math.abs(one - own) < 6e-4);
    const reached_ms = curve.quantiles_ms[place] ?? null;
    return [{ value: slo.threshold_ms, label: labelOf(slo), nines: own, reached_ms }];
  });
}
