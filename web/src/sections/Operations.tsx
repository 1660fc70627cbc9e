import { useState } from "preact/hooks";

import type { MeasurementModel, RunOperationModel, TrialModel } from "../data/result";
import { endedEarly, operationName, withoutCut } from "../data/operations";
import { usePage } from "../page/context";
import { countCell, errorsCell, overCell, percentileCell, rateCell, textCell } from "../parts/cells";
import { Choice } from "../parts/Choice";
import { Section } from "../parts/Section";
import { type Row, SortableTable } from "../parts/SortableTable";
import { type Figures, NOTHING } from "../format/figures";
import type { Words } from "../format/words";
import { FailedReplies } from "./FailedReplies";
import { Phases } from "./Phases";
import { Quantiles } from "./Quantiles";
import { TimeParts } from "./TimeParts";

/** One trial by operation: at first the one that the answer rests on. */
export function Operations() {
  const { result, words, figures } = usePage();
  const [chosen, setChosen] = useState(() =>
    result.trials.findLastIndex((trial) => trial.number === (result.decisive ?? trial.number)),
  );
  const trial = result.trials[chosen];
  const isSumAlone =
    Object.keys(trial?.measurement.operations ?? {}).length === 0 && result.run.profile.operations.length > 1;
  const flowNames = result.run.profile.operations
    .filter((operation) => operation.kind === "flow")
    .map((operation) => operation.name);
  const name = ({ number, purpose, rate, users }: TrialModel): string => {
    const load =
      rate === 0 && users ? "" : words("page-at-rate", { rate: rate === null ? "max" : figures.rate(rate) });
    const people = users ? words("page-with-users", { count: users }) : "";
    const said = [words.named("page-purpose-", purpose) ?? purpose, load, people].filter(Boolean).join(" ");
    return [words("page-trial-name", { number: String(number) }), said].join(words("list-commas"));
  };
  return (
    <Section id="operations" title={words("page-section-operations")}>
      {trial ? (
        <>
          <div class="controls">
            <Choice
              label={words("page-choose-trial")}
              options={result.trials.map(name)}
              chosen={chosen}
              onChoose={setChosen}
            />
          </div>
          {trial.measurement.due > 0 ? (
            <>
              <OperationsTable trial={trial} kind="operation" />
              <p class="note">
                {isSumAlone && `${words("page-operations-left-out")} `}
                {words("page-operations-note")} {counts(trial.measurement, words, figures)}
              </p>
              {flowNames.length > 0 && !isSumAlone && (
                <>
                  <h3>{words("page-flows")}</h3>
                  <OperationsTable trial={trial} kind="flow" />
                  <p class="note">{flowsNote(trial, flowNames, words)}</p>
                </>
              )}
              {!isSumAlone && result.run.profile.operations.some(({ kind }) => kind === "target") && (
                <>
                  <h3>{words("page-targets")}</h3>
                  <OperationsTable trial={trial} kind="target" />
                  <p class="note">{words("page-targets-note")}</p>
                </>
              )}
              <Quantiles measurement={trial.measurement} />
              <TimeParts measurement={trial.measurement} />
            </>
          ) : (
            <p>{words("page-nothing-due")}</p>
          )}
          <Phases phases={trial.phases_ms} />
          <FailedReplies replies={trial.failed_replies} />
        </>
      ) : (
        <p>{words("page-no-trials")}</p>
      )}
    </Section>
  );
}

interface TableProps {
  trial: TrialModel;
  kind: RunOperationModel["kind"];
}

const TITLES = {
  operation: "page-column-operation",
  flow: "page-column-flow",
  target: "page-column-target",
} as const;

/** The operations with their sum, or the flows or targets, which are made of the same calls and have none. */
function OperationsTable({ trial, kind }: TableProps) {
  const { result, words, figures } = usePage();
  const { measurement } = trial;
  const { slos, thresholds_ms: all } = result.run;
  // A run of a flow may take minutes: what an early end cuts of them would pass for slow.
  const isCutApart = kind === "flow" && endedEarly(trial);
  const described = new Map(result.run.profile.operations.map((operation) => [operation.name, operation]));
  const limitsOf = (name: string): readonly number[] => described.get(name)?.thresholds_ms ?? [];
  const ofAll = slos.flatMap((slo) => (slo.operation === null ? (slo.threshold_ms ?? []) : []));
  const parts = Object.entries(measurement.operations).filter(
    ([name]) => (described.get(name)?.kind ?? "operation") === kind,
  );
  const thresholds = [...new Set(parts.flatMap(([name]) => limitsOf(name)))].filter((value) =>
    all.includes(value),
  );
  const tagsOf = (name: string): string =>
    Object.entries(described.get(name)?.tags ?? {})
      .map(([tag, value]) => `${tag}=${value}`)
      .join(words("list-commas"));
  // Flows fail after many replies: theirs are in the bytes of the operations.
  const hasBytes = kind !== "flow" && parts.some(([, part]) => part.bytes_per_reply !== null);
  const tagged = parts.some(([name]) => tagsOf(name));
  const columns = [
    { title: words(TITLES[kind]), wraps: true },
    ...(tagged ? [{ title: words("page-column-tags"), wraps: true }] : []),
    { title: kind === "flow" ? words("page-column-runs") : words("page-column-calls"), figures: true },
    { title: words("page-column-done"), figures: true },
    { title: words("page-column-mean"), figures: true },
    { title: words("page-column-median"), figures: true },
    { title: "p95", figures: true },
    { title: "p99", figures: true },
    ...(hasBytes ? [{ title: words("page-column-bytes"), figures: true }] : []),
    ...thresholds.map((value) => ({
      title: `> ${figures.unit("millisecond", figures.rate(value))}`,
      figures: true,
    })),
    { title: words("page-column-errors"), figures: true, wraps: true },
    { title: words("page-column-dropped"), figures: true },
    { title: words("page-column-cut"), figures: true },
  ];
  const row = (name: string, part: MeasurementModel, tags: string, limits: readonly number[]): Row => ({
    cells: [
      textCell(name),
      ...(tagged ? [textCell(tags, 120)] : []),
      countCell(part.due, figures),
      rateCell(part.rate, figures),
      { shown: figures.value(part.response_ms.mean), by: part.response_ms.mean },
      ...(["p50", "p95", "p99"] as const).map((percentile) =>
        percentileCell(part, percentile, figures, words("page-too-few")),
      ),
      ...(hasBytes ? [{ shown: figures.bytes(part.bytes_per_reply), by: part.bytes_per_reply }] : []),
      ...thresholds.map((value) =>
        limits.includes(value)
          ? overCell(isCutApart ? withoutCut(part) : part, all.indexOf(value), figures)
          : { shown: NOTHING, by: null },
      ),
      errorsCell(part, figures),
      countCell(part.dropped, figures),
      countCell(part.cut, figures),
    ],
  });
  const rows = parts.map(([name, part]) =>
    row(operationName(name, result.run), part, tagsOf(name), limitsOf(name)),
  );
  const foot = rows.length === 1 || kind === "flow" ? [] : [row(words("page-all"), measurement, "", ofAll)];
  const caption = kind === "flow" ? words("page-flows") : words("page-section-operations");
  return <SortableTable caption={caption} columns={columns} rows={rows} foot={foot} />;
}

/** How flows are measured, and that what an early end cut of them stands apart. */
function flowsNote(trial: TrialModel, names: readonly string[], words: Words): string {
  const cut = names.reduce((sum, name) => sum + (trial.measurement.operations[name]?.cut ?? 0), 0);
  const note = words("page-flows-note");
  return cut > 0 && endedEarly(trial)
    ? [note, words("page-flows-cut", { count: cut })].join(words("list-sentences"))
    : note;
}

function counts(part: MeasurementModel, words: Words, figures: Figures): string {
  const { due, sent, dropped, completed, errors, cut, retried, bytes_received, bytes_sent, duration_s } =
    part;
  const notes = [words("page-counts-note", { due, sent, dropped, completed, errors, cut })];
  if (retried) notes.push(words("page-retried-note", { retried }));
  if (bytes_received !== null && bytes_sent !== null && duration_s) {
    const [received, rate] = [figures.bytes(bytes_received), figures.bytes(bytes_received / duration_s)];
    notes.push(words("page-bytes-note", { received, rate, sent: figures.bytes(bytes_sent) }));
  }
  return notes.join(words("list-sentences"));
}
