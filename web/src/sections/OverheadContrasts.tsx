import type { VariantContrastModel } from "../data/result";
import { isOfShares } from "../data/comparison";
import { amount, intervalText, metricName } from "../format/effects";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { textCell } from "../parts/cells";
import { SortableTable } from "../parts/SortableTable";

/** What variants cost beside each other: their own cost with the feature off, and what each level costs in both. */
export function OverheadContrasts({ contrasts }: { contrasts: readonly VariantContrastModel[] }) {
  const { words, figures } = usePage();
  if (contrasts.length === 0) return null;
  const title = words("page-section-contrasts");
  return (
    <>
      <h3>{title}</h3>
      <SortableTable
        caption={title}
        columns={[
          { title: words("page-column-figure"), wraps: true },
          { title: words("page-column-contrast"), wraps: true },
          { title: words("page-column-rate"), figures: true },
          { title: words("page-column-effect"), figures: true },
          { title: words("page-column-effect-interval"), figures: true, wraps: true },
          { title: words("page-column-differs") },
        ]}
        rows={contrasts.map((one) => {
          const effect = isOfShares(one.metric) ? one.points : one.effect_percent;
          const names = { a: printable(one.a, 60), b: printable(one.b, 60), level: printable(one.level, 60) };
          return {
            cells: [
              textCell(metricName(one.metric, words)),
              textCell(
                one.level === "off"
                  ? words("page-contrast-of-variants", names)
                  : words("page-contrast-of-level", names),
              ),
              { shown: figures.rate(one.rate), by: one.rate },
              { shown: effect === null ? NOTHING : amount(effect, one.metric, words), by: effect },
              { shown: intervalText(one, words), by: one.low },
              textCell(
                one.low === null
                  ? NOTHING
                  : one.differs
                    ? words("page-differs-yes")
                    : words("page-differs-no"),
              ),
            ],
          };
        })}
      />
      <p class="note">{words("page-contrasts-note")}</p>
    </>
  );
}
