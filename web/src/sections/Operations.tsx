import { useState } from "preact/hooks";

import type { MeasurementModel, TrialModel } from "../data/result";
import { decisiveTrial } from "../data/verdict";
import type { Figures } from "../format/figures";
import { usePage } from "../page/context";
import { countCell, errorsCell, overCell, percentileCell, rateCell, textCell } from "../parts/cells";
import { Choice } from "../parts/Choice";
import { Section } from "../parts/Section";
import { type Row, SortableTable } from "../parts/SortableTable";
import type { Catalogue } from "../text/en";
import { TimeParts } from "./TimeParts";

/** One trial by operation: at first the one that the answer rests on. */
export function Operations() {
  const { result, words, figures } = usePage();
  const decisive = decisiveTrial(result);
  const [chosen, setChosen] = useState(() => result.trials.findIndex((trial) => trial === decisive));
  const trial = result.trials[chosen];
  const name = ({ number, purpose, rate }: TrialModel): string =>
    `${words.trialName(number)}, ${words.purposes[purpose] ?? purpose} ${words.atRate(rate === null ? "max" : figures.rate(rate))}`;
  return (
    <Section id="operations" title={words.sections.operations}>
      {trial ? (
        <>
          <div class="controls">
            <Choice
              label={words.chooseTrial}
              options={result.trials.map(name)}
              chosen={chosen}
              onChoose={setChosen}
            />
          </div>
          {trial.measurement.due > 0 ? (
            <>
              <OperationsTable measurement={trial.measurement} />
              <p class="note">
                {words.operationsNote} {counts(trial.measurement, figures, words.countsNote)}
              </p>
              <TimeParts measurement={trial.measurement} />
            </>
          ) : (
            <p>{words.nothingDue}</p>
          )}
        </>
      ) : (
        <p>{words.noTrials}</p>
      )}
    </Section>
  );
}

function OperationsTable({ measurement }: { measurement: MeasurementModel }) {
  const { result, words, figures } = usePage();
  const { slos, thresholds_ms: all } = result.run;
  const thresholds = [...new Set(slos.map((slo) => slo.threshold_ms))].filter(
    (value): value is number => value !== null && all.includes(value),
  );
  const columns = [
    { title: words.columns.operation, wraps: true },
    { title: words.columns.calls, figures: true },
    { title: words.columns.done, figures: true },
    { title: words.columns.mean, figures: true },
    { title: words.columns.median, figures: true },
    { title: "p95", figures: true },
    { title: "p99", figures: true },
    ...thresholds.map((value) => ({ title: `> ${figures.rate(value)} ${words.ms}`, figures: true })),
    { title: words.columns.errors, figures: true, wraps: true },
    { title: words.columns.dropped, figures: true },
    { title: words.columns.cut, figures: true },
  ];
  const row = (name: string, part: MeasurementModel): Row => ({
    cells: [
      textCell(name),
      countCell(part.due, figures),
      rateCell(part.rate, figures),
      { shown: figures.value(part.response_ms.mean), by: part.response_ms.mean },
      ...(["p50", "p95", "p99"] as const).map((percentile) =>
        percentileCell(part, percentile, figures, words.tooFew),
      ),
      ...thresholds.map((value) => overCell(part, all.indexOf(value), figures)),
      errorsCell(part, figures),
      countCell(part.dropped, figures),
      countCell(part.cut, figures),
    ],
  });
  const rows = Object.entries(measurement.operations).map(([name, part]) => row(name, part));
  const foot = rows.length === 1 ? [] : [row(words.all, measurement)];
  return <SortableTable caption={words.sections.operations} columns={columns} rows={rows} foot={foot} />;
}

function counts(part: MeasurementModel, figures: Figures, note: Catalogue["countsNote"]): string {
  const { due, sent, dropped, completed, errors, cut } = part;
  const text = (count: number): string => figures.count(count);
  return note(text(due), text(sent), text(dropped), text(completed), text(errors), text(cut));
}
