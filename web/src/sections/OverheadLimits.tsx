import type { LevelFigureModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { textCell } from "../parts/cells";
import { SortableTable } from "../parts/SortableTable";

/** CPU and memory as shares of the limits: many a claim in per cent means these points. */
export function OverheadLimits({ figures: all }: { figures: readonly LevelFigureModel[] }) {
  const { words, figures } = usePage();
  const limited = all.flatMap((figure) => (figure.of_limit ? [{ figure, of: figure.of_limit }] : []));
  if (limited.length === 0) return null;
  const title = words("page-section-of-limit");
  const shown = (value: number | null) => ({
    shown: value === null ? NOTHING : figures.rate(value),
    by: value,
  });
  return (
    <>
      <h3>{title}</h3>
      <SortableTable
        caption={title}
        columns={[
          { title: words("page-column-figure"), wraps: true },
          { title: words("page-column-level") },
          { title: words("page-column-rate"), figures: true },
          { title: words("page-column-off-of-limit"), figures: true },
          { title: words("page-column-on-of-limit"), figures: true },
          { title: words("page-column-points-of-limit"), figures: true },
          { title: words("page-column-effect-interval"), figures: true, wraps: true },
        ]}
        rows={limited.map(({ figure, of }) => ({
          cells: [
            textCell(
              figure.metric === "cpu"
                ? words("page-of-limit-cpu", { limit: figures.rate(of.limit) })
                : words("page-of-limit-memory", { limit: figures.rate(of.limit) }),
            ),
            textCell(figure.level),
            { shown: figures.rate(figure.rate), by: figure.rate },
            shown(of.off_percent),
            shown(of.on_percent),
            shown(of.points),
            {
              shown:
                of.low === null || of.high === null
                  ? NOTHING
                  : words("page-effect-interval", { low: figures.rate(of.low), high: figures.rate(of.high) }),
              by: of.low,
            },
          ],
        }))}
      />
      <p class="note">{words("page-of-limit-note")}</p>
    </>
  );
}
