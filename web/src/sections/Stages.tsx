import { Fragment } from "preact";

import type { HeldStageModel } from "../data/result";
import { usePage } from "../page/context";
import { countCell, percentileCell, rateCell } from "../parts/cells";
import { Section } from "../parts/Section";
import { type Row, SortableTable } from "../parts/SortableTable";
import { StateMark } from "../parts/StateMark";
import { Told } from "../parts/Told";

/** Stages of a load that were held, each judged by itself. */
export function Stages() {
  const { result, words, figures } = usePage();
  const loads = result.trials.filter((trial) => trial.stages.length > 0);
  if (loads.length === 0) return null;
  const columns = [
    { title: words("page-column-stage"), figures: true },
    { title: words("page-column-begin"), figures: true },
    { title: words("page-column-end"), figures: true },
    { title: words("page-column-due"), figures: true },
    { title: words("page-column-done"), figures: true },
    ...["p50", "p95", "p99"].map((title) => ({ title, figures: true })),
    { title: words("page-column-errors"), figures: true },
    { title: words("page-column-state") },
  ];
  const row = (stage: HeldStageModel, place: number): Row => {
    const { measurement, verdict, tone } = stage;
    const times = (["p50", "p95", "p99"] as const).map((name) =>
      percentileCell(measurement, name, figures, words("page-too-few")),
    );
    const shade = tone === "not_judged" ? "recover" : tone;
    return {
      cells: [
        { shown: place + 1, by: place },
        { shown: figures.clock(stage.begin_s), by: stage.begin_s },
        { shown: figures.clock(stage.end_s), by: stage.end_s },
        rateCell(stage.rate, figures),
        rateCell(measurement.rate, figures),
        ...times,
        countCell(measurement.errors, figures),
        { shown: <StateMark state={verdict.state} tone={shade} />, by: verdict.state },
      ],
      detail: verdict.reason && <Told text={verdict.reason} />,
    };
  };
  return (
    <Section id="stages" title={words("page-section-stages")}>
      {loads.map((trial) => {
        const name = words("page-trial-name", { number: trial.number });
        return (
          <Fragment key={trial.number}>
            {loads.length > 1 && <h3>{name}</h3>}
            <SortableTable caption={name} columns={columns} rows={trial.stages.map(row)} />
          </Fragment>
        );
      })}
      <p class="note">{words("page-stages-note")}</p>
    </Section>
  );
}
