import type {
  ComparisonModel,
  CpuShareModel,
  OperationTimesModel,
  PercentileMeanModel,
} from "../data/result";
import { operationName } from "../data/operations";
import { percentText, signed } from "../format/effects";
import { type Figures, NOTHING } from "../format/figures";
import type { Words } from "../format/words";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { type Cell, type Column, type Row, SortableTable } from "../parts/SortableTable";

const METRICS = ["mean", "p50", "p95", "p99"] as const;
/** Their difference against the first variant stands beside the times, as published tables have it. */
const CHANGES = ["p95", "p99"] as const;

/** Times in total with the mean of percentiles beside them, CPU in per cent and in points, and each operation. */
export function ComparisonTimes({ comparison }: { comparison: ComparisonModel }) {
  const { result, words, figures } = usePage();
  const { operations, primary } = comparison;
  const whole = operations.filter(({ operation }) => operation === "");
  const each = operations.filter(({ operation }) => operation !== "");
  if (whole.length === 0) return null;
  const columns = timeColumns(comparison, words);
  const row = (name: string, one: OperationTimesModel): Row => ({
    cells: [
      textCell(name),
      textCell(variantName(one.variant)),
      { shown: figures.rate(one.calls_per_s), by: one.calls_per_s },
      ...METRICS.map((metric) => timeCell(one, metric, words)),
      ...CHANGES.map((metric) => changeCell(changeOf(comparison, one, metric), words)),
    ],
    banded: one.is_primary,
  });
  const [total, byOperation] = [
    words("page-section-compared-total"),
    words("page-section-compared-operations"),
  ];
  const isFew = operations.some(({ too_few }) => Object.keys(too_few).length > 0);
  return (
    <>
      <h3>{total}</h3>
      <SortableTable
        caption={total}
        columns={columns}
        rows={[
          ...whole.map((one) => row(words("page-all"), one)),
          ...meansByOperations(comparison.percentile_means).flatMap((means) =>
            meanRows(comparison, means, words, figures),
          ),
        ]}
      />
      <p class="note">{words("page-compared-total-note")}</p>
      <CpuShares shares={comparison.cpu_shares} />
      {each.length > 0 && (
        <details class="fold on-paper">
          <summary>{byOperation}</summary>
          <SortableTable
            caption={byOperation}
            columns={columns}
            rows={each.map((one) => {
              const name = operationName(one.operation, result.run);
              return row(one.is_primary ? `★ ${name}` : name, one);
            })}
          />
          <p class="note">
            {words("page-compared-operations-note")}{" "}
            {primary.length > 0 && words("page-compared-primary-note")}{" "}
            {isFew && words("page-compared-few-note")}
          </p>
        </details>
      )}
    </>
  );
}

function timeColumns({ variants }: ComparisonModel, words: Words): Column[] {
  const a = variantName(variants[0] ?? null);
  return [
    { title: words("page-column-operation"), wraps: true },
    { title: words("page-column-variant") },
    { title: words("page-column-calls-per-second"), figures: true },
    { title: words("page-column-mean"), figures: true },
    { title: words("page-column-median"), figures: true },
    { title: "p95", figures: true, wraps: true },
    { title: "p99", figures: true, wraps: true },
    ...CHANGES.map((metric) => ({
      title: words("page-column-change", { metric, a }),
      figures: true,
      wraps: true,
    })),
  ];
}

/** In ms; or that there are too few calls, with the load of a run that would have enough. */
function timeCell(one: OperationTimesModel, metric: string, words: Words): Cell {
  const few = one.too_few[metric];
  const value = one.values[metric] ?? null;
  if (!few) return { shown: value === null ? NOTHING : words.figures.rate(value), by: value };
  const shown =
    few.run_s === null
      ? words("page-too-few-calls")
      : words("page-too-few-calls-run", { time: words.figures.duration(few.run_s) });
  return { shown: <span class="few">{shown}</span>, by: null };
}

function changeOf(comparison: ComparisonModel, one: OperationTimesModel, metric: string): number | null {
  const found = comparison.pairs.find(
    (pair) =>
      pair.a === comparison.variants[0] &&
      pair.b === one.variant &&
      pair.metric === metric &&
      pair.operation === one.operation,
  );
  return found?.effect_percent ?? null;
}

function changeCell(percent: number | null, words: Words): Cell {
  return { shown: percentText(percent, words), by: percent };
}

/** Those of other numbers of operations have rows of their own: more have a p95 than a p99. */
function meansByOperations(means: readonly PercentileMeanModel[]): PercentileMeanModel[][] {
  return [...new Set(means.map(({ operations }) => operations))].map((number) =>
    means.filter(({ operations }) => operations === number),
  );
}

/** Named as what they are: no percentile of any calls. */
function meanRows(
  { variants }: ComparisonModel,
  means: readonly PercentileMeanModel[],
  words: Words,
  figures: Figures,
): Row[] {
  const [first] = means;
  if (!first) return [];
  const valueOf = (metric: string, variant: string): number | null =>
    means.find((mean) => mean.metric === metric)?.values[variant] ?? null;
  const change = (metric: string, variant: string): number | null => {
    const [before, after] = [valueOf(metric, variants[0] ?? ""), valueOf(metric, variant)];
    return before === null || after === null || variant === variants[0] ? null : 100 * (after / before - 1);
  };
  const name = words("page-percentile-mean", { operations: first.operations, whole: first.whole });
  return Object.keys(first.values).map((variant) => ({
    cells: [
      { shown: <i>{name}</i>, by: name },
      textCell(variantName(variant)),
      { shown: NOTHING, by: null },
      ...METRICS.map((metric) => ({
        shown: figures.rate(valueOf(metric, variant)),
        by: valueOf(metric, variant),
      })),
      ...CHANGES.map((metric) => changeCell(change(metric, variant), words)),
    ],
  }));
}

/** Per cent and percentage points are different things: 40 % that become 50 % are +10 points and +25 %. */
function CpuShares({ shares }: { shares: readonly CpuShareModel[] }) {
  const { words, figures } = usePage();
  if (shares.length === 0) return null;
  const title = words("page-section-cpu-share");
  const points = (value: number) => signed(value, figures.rate(Math.abs(value)));
  const cpus = ({ of, cpus_a, cpus_b }: CpuShareModel) =>
    [...new Set([cpus_b, cpus_a])]
      .map((number) =>
        of === "limit"
          ? words("page-cpus-limit", { cpus: figures.rate(number) })
          : words("page-cpus-machine", { cpus: figures.rate(number) }),
      )
      .join(words("list-commas"));
  return (
    <>
      <h3>{title}</h3>
      <SortableTable
        caption={title}
        columns={[
          { title: words("page-column-variant") },
          { title: words("page-column-against") },
          { title: words("page-column-cpus"), wraps: true },
          { title: words("page-column-cpu-share"), figures: true },
          { title: words("page-column-cpu-share-against"), figures: true },
          { title: words("page-column-cpu-points"), figures: true },
          { title: words("page-column-cpu-points-interval"), figures: true, wraps: true },
          { title: words("page-column-cpu-effect"), figures: true },
        ]}
        rows={shares.map((one) => ({
          cells: [
            textCell(variantName(one.b)),
            textCell(variantName(one.a)),
            { shown: cpus(one), by: one.cpus_b },
            { shown: figures.rate(one.b_percent), by: one.b_percent },
            { shown: figures.rate(one.a_percent), by: one.a_percent },
            { shown: points(one.points), by: one.points },
            {
              shown:
                one.low === null || one.high === null
                  ? NOTHING
                  : words("page-effect-interval", { low: points(one.low), high: points(one.high) }),
              by: one.low,
            },
            {
              shown: signed(one.effect_percent, figures.rate(Math.abs(one.effect_percent))),
              by: one.effect_percent,
            },
          ],
        }))}
      />
      <p class="note">{words("page-cpu-share-note")}</p>
    </>
  );
}
