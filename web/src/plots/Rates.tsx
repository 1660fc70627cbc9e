import { useMemo, useState } from "preact/hooks";

import { RateChart } from "../chart/RateChart";
import { behind, isJudged, kneeOf, rateOf, variantsOf } from "../data/verdict";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { Choice } from "../parts/Choice";
import { LogSwitch } from "../parts/LogSwitch";
import { thresholdLines } from "../parts/thresholds";

/** Where response times bend: percentiles of each trial against its rate. */
export function Rates() {
  const page = usePage();
  const { result, words, figures } = page;
  const [logarithmic, setLogarithmic] = useState(true);
  const variants = useMemo(() => variantsOf(result), [result]);
  const [chosen, setChosen] = useState(0);
  const variant = variants[chosen] ?? null;
  const trials = useMemo(
    () =>
      result.trials.filter(
        (trial) => trial.variant === variant && isJudged(trial) && trial.measurement.completed > 0,
      ),
    [result, variant],
  );
  const thresholds = useMemo(() => thresholdLines(page), [page]);
  const knee = kneeOf(result, variant);
  const short = trials.filter(behind).map((trial) =>
    words("page-chart-done-of", {
      trial: String(trial.number),
      done: figures.rate(trial.measurement.rate),
      due: figures.rate(rateOf(trial)),
    }),
  );
  // One rate has no dependence to show: of a soak alone the chart would be a dot in an empty field.
  const oneRate = variants.length < 2 && !knee && new Set(trials.map(rateOf)).size === 1;
  if (trials.length === 0 || oneRate) {
    return <p>{oneRate ? words("page-chart-one-rate") : words("page-chart-no-rates")}</p>;
  }
  return (
    <>
      <div class="controls">
        {variants.length > 1 && (
          <Choice
            label={words("page-choose-variant")}
            options={variants.map((name) => printable(name ?? "–", 60))}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
        <LogSwitch on={logarithmic} onChange={setLogarithmic} />
      </div>
      <RateChart trials={trials} knee={knee} thresholds={thresholds} logarithmic={logarithmic} />
      <p class="axis-title">{words("page-chart-by-rate-axis")}</p>
      {knee?.low != null && knee.high !== null && (
        <p class="note">
          <span class="shade band">
            {words("page-per-second", { rate: `${figures.rate(knee.low)} – ${figures.rate(knee.high)}` })}
          </span>
          {knee.estimate === null
            ? words("page-chart-knee")
            : words("page-chart-knee-estimate", { rate: figures.rate(knee.estimate) })}
        </p>
      )}
      {short.length > 0 && (
        <p class="note">{words("page-chart-behind", { trials: short.join(words("list-clauses")) })}</p>
      )}
    </>
  );
}
