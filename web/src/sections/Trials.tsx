import { useState } from "preact/hooks";

import type { RunSloModel, TrialModel } from "../data/result";
import { shadeOf } from "../data/verdict";
import { callsNeeded, type Figures, NOTHING } from "../format/figures";
import { unbroken } from "../format/unbroken";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { useStarts } from "../page/starts";
import { countCell, percentileCell, rateCell, textCell } from "../parts/cells";
import { Told } from "../parts/Told";
import { Section } from "../parts/Section";
import { type Cell, type Row, SortableTable } from "../parts/SortableTable";
import { StateMark } from "../parts/StateMark";
import { Switch } from "../parts/Switch";
import type { Words } from "../format/words";

/** Every plateau that was run, of the start that is shown or of all, and why it came out as it did. */
export function Trials() {
  const page = usePage();
  const starts = useStarts();
  const [all, setAll] = useState(false);
  const { words, figures } = page;
  const result = all && starts ? starts.whole.result : page.result;
  const restarted = all && new Set(result.trials.map((trial) => trial.start)).size > 1;
  const shares = result.run.slos.filter((slo) => slo.kind !== "rate");
  const several = new Set(result.trials.map((trial) => trial.variant)).size > 1;
  const numbered = result.trials.some((trial) => trial.n !== null);
  if (result.trials.length === 0) {
    return (
      <Section id="trials" title={words("page-section-trials")}>
        <p>{words("page-no-trials")}</p>
      </Section>
    );
  }
  const columns = [
    { title: words("page-column-trial"), figures: true },
    ...(several ? [{ title: words("page-column-variant") }] : []),
    ...(restarted ? [{ title: words("page-column-start"), figures: true }] : []),
    { title: words("page-column-purpose") },
    { title: words("page-column-due"), figures: true },
    ...(numbered ? [{ title: words("page-column-n"), figures: true }] : []),
    { title: words("page-column-done"), figures: true },
    ...["p50", "p95", "p99"].map((title) => ({ title, figures: true })),
    ...shares.map((slo) => ({ title: shareTitle(slo, words, figures), figures: true })),
    { title: words("page-column-errors"), figures: true },
    { title: words("page-column-dropped"), figures: true },
    { title: words("page-column-late"), figures: true },
    { title: words("page-column-state") },
  ];
  const rows = result.trials.map((trial): Row => {
    const measurement = trial.measurement;
    const times = (["p50", "p95", "p99"] as const).map((name) =>
      percentileCell(measurement, name, figures, words("page-too-few")),
    );
    const cells = [
      { shown: trial.number, by: trial.number },
      ...(several ? [textCell(trial.variant ?? NOTHING)] : []),
      ...(restarted ? [{ shown: trial.start, by: trial.start }] : []),
      textCell(words.named("page-purpose-", trial.purpose) ?? trial.purpose),
      loadCell(trial, words, figures),
      ...(numbered ? [rateCell(trial.n, figures)] : []),
      rateCell(measurement.rate, figures),
      ...times,
      ...shares.map((slo) => shareCell(trial, slo.text, figures)),
      countCell(measurement.errors, figures),
      countCell(measurement.dropped, figures),
      rateCell(trial.verdict?.worst_lateness_ms ?? null, figures),
      stateCell(trial),
    ];
    const early = trial.early && words("page-aside", { text: words("page-early") });
    const detail = trial.reason && (
      <>
        <Told text={trial.reason} />
        {early}
        {trial.superseded && words("page-aside", { text: words("page-superseded") })}
      </>
    );
    return { cells, detail };
  });
  const needed = [figures.count(callsNeeded("p99")), figures.count(callsNeeded("p99_9"))] as const;
  return (
    <Section id="trials" title={words("page-section-trials")}>
      {starts && (
        <div class="controls">
          <Switch
            on={all}
            onChange={setAll}
            label={words("page-all-trials", { count: starts.whole.result.trials.length })}
          />
        </div>
      )}
      <SortableTable caption={words("page-section-trials")} columns={columns} rows={rows} />
      <p class="note">{words("page-trials-note", { p99: needed[0], p999: needed[1] })}</p>
    </Section>
  );
}

/** The rate due, the closed users, or both. */
function loadCell({ rate, users }: TrialModel, words: Words, figures: Figures): Cell {
  const people = users ? words("page-users", { count: users }) : "";
  if (rate === 0 && users) return { shown: people, by: 0 };
  const shown = rate === null ? "max" : figures.rate(rate);
  return { shown: people ? `${shown} + ${people}` : shown, by: rate ?? Infinity };
}

function shareTitle(slo: RunSloModel, words: Words, figures: Figures): string {
  const limited =
    slo.threshold_ms === null
      ? words("page-column-failed-share")
      : `> ${figures.unit("millisecond", figures.rate(slo.threshold_ms))}`;
  return slo.operation === null ? limited : `${printable(slo.operation, 20)} ${limited}`;
}

function shareCell(trial: TrialModel, slo: string, figures: Figures): Cell {
  const found = trial.verdict?.slos.find((verdict) => verdict.slo === slo);
  if (!found || found.over_percent === null) return { shown: NOTHING, by: null };
  const { over_percent_low: low, over_percent_high: high } = found;
  const bare = (percent: number): string => figures.percent(percent).replace(/\s?%$/, "");
  const bounds = low === null || high === null ? "" : `(${bare(low)}–${bare(high)})`;
  return {
    shown: (
      <>
        {unbroken(figures.percent(found.over_percent))} <span class="interval">{bounds}</span>
      </>
    ),
    by: found.over_percent,
  };
}

function stateCell(trial: TrialModel): Cell {
  return { shown: <StateMark state={trial.state} tone={shadeOf(trial)} />, by: trial.state };
}
