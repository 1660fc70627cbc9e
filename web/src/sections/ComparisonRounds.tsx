import type { ComparisonModel, RoundModel, VariantInRoundModel } from "../data/result";
import { metricName } from "../format/effects";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { type Cell, type Row, SortableTable } from "../parts/SortableTable";
import { Told } from "../parts/Told";

const VALUES = ["p99", "mean", "cpu", "memory", "errors"] as const;
/** Shown where a probe read them of any variant. */
const WHERE_READ = ["live_set", "gc", "heap_after", "heap_committed", "other_memory", "page_cache"] as const;

/** What every variant gave in every round, folded. */
export function ComparisonRounds({ comparison }: { comparison: ComparisonModel }) {
  const { words, figures } = usePage();
  const measured = comparison.rounds.flatMap((round) => round.variants);
  const shown = [
    ...VALUES.filter((metric) => metric in comparison.ranks),
    ...WHERE_READ.filter((metric) => measured.some((variant) => metric in variant.values)),
  ];
  const columns = [
    { title: words("page-column-round"), figures: true },
    { title: words("page-column-variant") },
    { title: words("page-column-outcome") },
    ...shown.map((metric) => ({ title: metricName(metric, words), figures: true })),
    { title: words("page-column-idle"), figures: true },
    { title: words("page-column-warm-up-cycles"), figures: true },
    { title: words("page-column-counted-cycles"), figures: true },
  ];
  const number = (value: number | null | undefined): Cell => ({
    shown: value == null ? NOTHING : figures.rate(value),
    by: value ?? null,
  });
  const row = (round: RoundModel, variant: VariantInRoundModel): Row => ({
    cells: [
      { shown: figures.count(round.number), by: round.number },
      textCell(variantName(variant.variant)),
      textCell(words.named("page-state-", variant.outcome) ?? variant.outcome),
      ...shown.map((metric) => number(variant.values[metric])),
      number(variant.idle_cores),
      number(round.warm_up_cycles),
      number(round.counted_cycles),
    ],
    ...(variant.outcome !== "measured" && variant.reason ? { detail: <Told text={variant.reason} /> } : {}),
  });
  const rows = comparison.rounds.flatMap((round) => round.variants.map((variant) => row(round, variant)));
  const title = words("page-comparison-rounds", { count: rows.length });
  return (
    <details class="fold on-paper">
      <summary>{title}</summary>
      <SortableTable caption={title} columns={columns} rows={rows} />
      <p class="note">{words("page-rounds-note")}</p>
    </details>
  );
}
