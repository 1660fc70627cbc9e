import { useState } from "preact/hooks";

import type { MeasurementModel, OperationModel, TrialModel } from "../data/result";
import { decisiveTrial } from "../data/verdict";
import type { Figures } from "../format/figures";
import { usePage } from "../page/context";
import { countCell, errorsCell, overCell, percentileCell, rateCell, textCell } from "../parts/cells";
import { Choice } from "../parts/Choice";
import { Section } from "../parts/Section";
import { type Row, SortableTable } from "../parts/SortableTable";
import type { Catalogue } from "../text/en";
import { FailedReplies } from "./FailedReplies";
import { Phases } from "./Phases";
import { Quantiles } from "./Quantiles";
import { TimeParts } from "./TimeParts";

/** One trial by operation: at first the one that the answer rests on. */
export function Operations() {
  const { result, words, figures } = usePage();
  const decisive = decisiveTrial(result);
  const [chosen, setChosen] = useState(() => result.trials.findIndex((trial) => trial === decisive));
  const trial = result.trials[chosen];
  const name = ({ number, purpose, rate, users }: TrialModel): string => {
    const load = rate === 0 && users ? "" : words.atRate(rate === null ? "max" : figures.rate(rate));
    const people = users ? words.withUsers(users, figures.count(users)) : "";
    return `${words.trialName(number)}, ${words.purposes[purpose] ?? purpose} ${[load, people].filter(Boolean).join(", ")}`;
  };
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
              <OperationsTable measurement={trial.measurement} kind="operation" />
              <p class="note">
                {words.operationsNote} {counts(trial.measurement, figures, words.countsNote)}
              </p>
              {result.run.profile.operations.some((operation) => operation.kind === "flow") && (
                <>
                  <h3>{words.flows}</h3>
                  <OperationsTable measurement={trial.measurement} kind="flow" />
                  <p class="note">{words.flowsNote}</p>
                </>
              )}
              <Quantiles measurement={trial.measurement} />
              <TimeParts measurement={trial.measurement} />
            </>
          ) : (
            <p>{words.nothingDue}</p>
          )}
          <Phases phases={trial.phases_ms} />
          <FailedReplies replies={trial.failed_replies} />
        </>
      ) : (
        <p>{words.noTrials}</p>
      )}
    </Section>
  );
}

interface TableProps {
  measurement: MeasurementModel;
  kind: OperationModel["kind"];
}

/** The operations with their sum, or the flows, which are made of the same calls and have none. */
function OperationsTable({ measurement, kind }: TableProps) {
  const { result, words, figures } = usePage();
  const { slos, thresholds_ms: all } = result.run;
  const thresholds = [...new Set(slos.map((slo) => slo.threshold_ms))].filter(
    (value): value is number => value !== null && all.includes(value),
  );
  const described = new Map(result.run.profile.operations.map((operation) => [operation.name, operation]));
  const parts = Object.entries(measurement.operations).filter(
    ([name]) => (described.get(name)?.kind ?? "operation") === kind,
  );
  const tagsOf = (name: string): string =>
    Object.entries(described.get(name)?.tags ?? {})
      .map(([tag, value]) => `${tag}=${value}`)
      .join(", ");
  const tagged = parts.some(([name]) => tagsOf(name));
  const columns = [
    { title: kind === "flow" ? words.columns.flow : words.columns.operation, wraps: true },
    ...(tagged ? [{ title: words.columns.tags, wraps: true }] : []),
    { title: kind === "flow" ? words.columns.runs : words.columns.calls, figures: true },
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
  const row = (name: string, part: MeasurementModel, tags: string): Row => ({
    cells: [
      textCell(name),
      ...(tagged ? [textCell(tags, 120)] : []),
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
  const rows = parts.map(([name, part]) => row(name, part, tagsOf(name)));
  const foot = rows.length === 1 || kind === "flow" ? [] : [row(words.all, measurement, "")];
  const caption = kind === "flow" ? words.flows : words.sections.operations;
  return <SortableTable caption={caption} columns={columns} rows={rows} foot={foot} />;
}

function counts(part: MeasurementModel, figures: Figures, note: Catalogue["countsNote"]): string {
  const { due, sent, dropped, completed, errors, cut } = part;
  const text = (count: number): string => figures.count(count);
  return note(text(due), text(sent), text(dropped), text(completed), text(errors), text(cut));
}
