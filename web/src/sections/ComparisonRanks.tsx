import { sharedRank } from "../data/comparison";
import type { ComparisonModel } from "../data/result";
import { metricName } from "../format/effects";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { SortableTable } from "../parts/SortableTable";

/** The place of each variant by each figure. */
export function ComparisonRanks({ comparison }: { comparison: ComparisonModel }) {
  const { words } = usePage();
  const ranks = Object.entries(comparison.ranks);
  if (ranks.length === 0) return null;
  const title = words("page-comparison-ranks");
  return (
    <>
      <h3>{title}</h3>
      <SortableTable
        caption={title}
        columns={[
          { title: words("page-column-variant") },
          ...ranks.map(([metric]) => ({ title: metricName(metric, words), figures: true, wraps: true })),
        ]}
        rows={comparison.variants.map((variant) => ({
          cells: [
            textCell(variantName(variant)),
            ...ranks.map(([, of]) => ({
              shown: sharedRank(of, variant) ?? NOTHING,
              by: of[variant] ?? null,
            })),
          ],
        }))}
      />
      <p class="note">{words("page-comparison-ranks-note")}</p>
    </>
  );
}
