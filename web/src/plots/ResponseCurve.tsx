import { useMemo, useState } from "preact/hooks";

import { CurveChart, type QuantileLine } from "../chart/CurveChart";
import { HistogramChart } from "../chart/HistogramChart";
import { limitsOf, quantilesOf } from "../data/curves";
import type { TrialModel } from "../data/result";
import type { TrialCurve } from "../data/series";
import { isJudged, rateOf } from "../data/verdict";
import type { Words } from "../format/words";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { Choice } from "../parts/Choice";
import { LogSwitch } from "../parts/LogSwitch";

interface Drawn {
  curve: TrialCurve;
  trial: TrialModel;
}

/** Percentiles and histogram of the response time of one trial, at first of that which the answer rests on. */
export function ResponseCurve() {
  const { result, series, report, words, told } = usePage();
  const [logarithmic, setLogarithmic] = useState(true);
  const [isLogOfCalls, setIsLogOfCalls] = useState(false);
  const [chosen, setChosen] = useState(0);
  const drawn = useMemo(
    () =>
      series.curves.trials.flatMap((curve): Drawn[] => {
        const trial = result.trials.find((one) => one.number === curve.trial);
        return trial ? [{ curve, trial }] : [];
      }),
    [result, series],
  );
  const shown = drawn[chosen];
  const quantiles = useMemo(() => quantilesOf(series.curves), [series]);
  const lines = useMemo<QuantileLine[]>(
    () =>
      shown
        ? [{ label: nameOf(shown.trial, words), stroke: "accent", middle: shown.curve.quantiles_ms }]
        : [],
    [shown, words],
  );
  const limits = useMemo(
    () =>
      shown
        ? limitsOf(result.run.slos, series.curves, shown.curve, (slo) =>
            printable(told(report.charts.slos[result.run.slos.indexOf(slo)]), 80),
          )
        : [],
    [result, series, report, shown, told],
  );
  if (!shown) return <p>{words("page-chart-no-load")}</p>;
  const title = words("page-curves");
  const { calls, counts, edges_ms } = shown.curve;
  const judged = result.trials.filter((trial) => isJudged(trial) && trial.measurement.completed > 0).length;
  return (
    <>
      {drawn.length > 1 && (
        <div class="controls">
          <Choice
            label={words("page-choose-trial")}
            options={drawn.map(({ trial }) => optionOf(trial, words))}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      )}
      <div class="side-by-side">
        <CurveChart
          title={title}
          summary={words("page-trial-curve-summary", { title, trial: nameOf(shown.trial, words), calls })}
          quantiles={quantiles}
          lines={lines}
          logarithmic={logarithmic}
          marked={limits}
        >
          <LogSwitch on={logarithmic} onChange={setLogarithmic} />
        </CurveChart>
        <HistogramChart edges={edges_ms} counts={counts} limits={limits} logarithmic={isLogOfCalls}>
          <LogSwitch on={isLogOfCalls} onChange={setIsLogOfCalls} />
        </HistogramChart>
      </div>
      <p class="note">
        {words("page-trial-curve-note", { calls })} {limits.length > 0 && words("page-trial-curve-limits")}{" "}
        {result.run.slos.some((slo) => slo.threshold_ms !== null && slo.operation !== null) &&
          words("page-trial-curve-operations")}{" "}
        {drawn.length < judged && words("page-trial-curve-some", { shown: drawn.length, all: judged })}
      </p>
    </>
  );
}

function nameOf({ number }: TrialModel, words: Words): string {
  return words("page-trial-name", { number: String(number) });
}

/** Such as `trial 8, 340 /s, passed`. */
function optionOf(trial: TrialModel, words: Words): string {
  const rate = words("page-per-second", { rate: words.figures.rate(rateOf(trial)) });
  const state = words.named("page-state-", trial.state) ?? trial.state;
  return [nameOf(trial, words), rate, state].join(words("list-commas"));
}
