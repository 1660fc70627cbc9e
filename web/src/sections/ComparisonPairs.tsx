import { useState } from "preact/hooks";

import { byImportance, isOfShares, otherPairs } from "../data/comparison";
import type { ComparisonModel, PairModel } from "../data/result";
import { operationName } from "../data/operations";
import { decisionText, intervalText, metricName, percentText, pointsText } from "../format/effects";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { type Row, SortableTable } from "../parts/SortableTable";

/** More pairs than these stand folded, as the plot above has them all. */
const MOST_UNFOLDED = 12;

/** The pairs in figures: those in total, and folded those of operations. */
export function ComparisonPairs({ comparison }: { comparison: ComparisonModel }) {
  const { words } = usePage();
  const [opened, open] = useState(false);
  const primary = byImportance(comparison);
  const others = otherPairs(comparison);
  const title = words("page-comparison-pairs");
  const table = (
    <>
      <PairsTable pairs={primary} caption={title} ofOperations={comparison.primary.length > 0} />
      <p class="note">{words("page-comparison-levels-note")}</p>
    </>
  );
  const otherTitle = words("page-comparison-other-pairs", { count: others.length });
  return (
    <>
      {primary.length > MOST_UNFOLDED ? (
        <details class="fold on-paper">
          <summary>{title}</summary>
          {table}
        </details>
      ) : (
        <>
          <h3>{title}</h3>
          {table}
        </>
      )}
      {others.length > 0 && (
        <details
          class="fold"
          onToggle={(event) => {
            open(event.currentTarget.open);
          }}
        >
          <summary>{otherTitle}</summary>
          {/* Of many variants and operations there are thousands. */}
          {opened && <PairsTable pairs={others} caption={otherTitle} ofOperations />}
          <p class="note">{words("page-comparison-operations-note")}</p>
        </details>
      )}
    </>
  );
}

interface TableProps {
  pairs: readonly PairModel[];
  caption: string;
  ofOperations?: boolean;
}

function PairsTable({ pairs, caption, ofOperations = false }: TableProps) {
  const { result, words, figures } = usePage();
  const columns = [
    { title: words("page-column-figure"), wraps: true },
    ...(ofOperations ? [{ title: words("page-column-operation"), wraps: true }] : []),
    { title: words("page-column-variant") },
    { title: words("page-column-against") },
    { title: words("page-column-effect-percent"), figures: true },
    { title: words("page-column-effect-points"), figures: true },
    { title: words("page-column-effect-interval"), figures: true },
    { title: words("page-column-level"), figures: true },
    { title: words("page-column-level-against"), figures: true },
    { title: words("page-column-decision") },
    { title: words("page-column-rounds"), figures: true },
  ];
  const level = (value: number | null) => ({
    shown: value === null ? NOTHING : figures.rate(value),
    by: value,
  });
  const row = (pair: PairModel): Row => ({
    cells: [
      textCell(metricName(pair.metric, words)),
      ...(ofOperations
        ? [textCell(pair.operation ? operationName(pair.operation, result.run) : words("page-all"))]
        : []),
      textCell(variantName(pair.b)),
      textCell(variantName(pair.a)),
      {
        shown: (
          <>
            {percentText(pair.effect_percent, words)}
            {pair.geometric_percent !== null && (
              <small class="bounds">
                {words("page-comparison-by-ratios", { effect: percentText(pair.geometric_percent, words) })}
              </small>
            )}
          </>
        ),
        by: pair.effect_percent,
      },
      { shown: isOfShares(pair.metric) ? pointsText(pair.points, words) : NOTHING, by: pair.points },
      { shown: intervalText(pair, words), by: pair.low },
      level(pair.level_b),
      level(pair.level_a),
      { shown: <Decision decision={pair.decision} />, by: decisionText(pair.decision, words) },
      { shown: figures.count(pair.rounds), by: pair.rounds },
    ],
    banded: pair.decision === "different",
  });
  return <SortableTable caption={caption} columns={columns} rows={pairs.map(row)} />;
}

const SIGNS = { different: "■", equivalent: "◆", "cannot tell": "○", "not run": "–" } as const;

/** By the sign that it has in the plot, and its word. */
function Decision({ decision }: { decision: PairModel["decision"] }) {
  const { words } = usePage();
  return (
    <span class={`decision ${decision.replace(" ", "-")}`}>
      <span aria-hidden="true">{SIGNS[decision]}</span> {decisionText(decision, words)}
    </span>
  );
}
