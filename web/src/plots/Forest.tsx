import { ForestPlot } from "../chart/ForestPlot";
import type { ForestRow } from "../chart/forestScale";
import { byImportance, effectOf, isOfShares } from "../data/comparison";
import { operationName } from "../data/operations";
import type { ComparisonModel, PairModel } from "../data/result";
import { amount, decisionText, intervalText, metricName } from "../format/effects";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import type { Words } from "../format/words";

/** Rows of a plot that a reader takes in at a glance; the others are folded. */
const MOST_ROWS = 24;

/** The pairs of a comparison that answer it: ratios, and shares in points. */
export function Forest({ of }: { of: string }) {
  const { result, words } = usePage();
  const comparison = result.comparisons[Number(of)];
  if (!comparison) return null;
  const primary = byImportance(comparison);
  return (
    <>
      <PairsPlot
        title={words("page-forest")}
        unit={words("page-forest-percent")}
        pairs={primary.filter((pair) => !isOfShares(pair.metric))}
        ofRatios
        margins={comparison.margins}
      />
      <PairsPlot
        title={words("page-forest-shares")}
        unit={words("page-forest-points")}
        pairs={primary.filter((pair) => isOfShares(pair.metric))}
        ofRatios={false}
        margins={comparison.margins}
      />
    </>
  );
}

interface PairsProps {
  title: string;
  unit: string;
  pairs: readonly PairModel[];
  ofRatios: boolean;
  margins: ComparisonModel["margins"];
}

function PairsPlot({ title, unit, pairs, ofRatios, margins }: PairsProps) {
  const { result, words } = usePage();
  if (pairs.length === 0) return null;
  const rows = pairs.map((pair) => {
    const operation = pair.operation && operationName(pair.operation, result.run);
    return forestRow(pair, operation, margins[pair.metric] ?? null, words);
  });
  const byKey = new Map(rows.map(({ key }, place) => [key, pairs[place]]));
  const told = ({ key }: ForestRow) => {
    const pair = byKey.get(key);
    return (
      pair && (
        <>
          <b>{amount(effectOf(pair), pair.metric, words)}</b> {decisionText(pair.decision, words)}
          <small>{intervalText(pair, words)}</small>
        </>
      )
    );
  };
  const plot = { title, unit, ofRatios, interval: words("page-forest-interval"), told };
  const hidden = rows.slice(MOST_ROWS);
  return (
    <>
      <ForestPlot {...plot} rows={rows.slice(0, MOST_ROWS)} />
      {hidden.length > 0 && (
        <details class="fold on-paper">
          <summary>{words("page-forest-more", { count: hidden.length })}</summary>
          <ForestPlot {...plot} rows={hidden} />
        </details>
      )}
    </>
  );
}

function forestRow(pair: PairModel, operation: string, margin: number | null, words: Words): ForestRow {
  const metric = metricName(pair.metric, words);
  const name = operation ? words("comparison-figure", { metric, operation }) : metric;
  const detail = words("page-forest-pair", { a: variantName(pair.a), b: variantName(pair.b) });
  return {
    key: JSON.stringify([pair.metric, pair.operation, pair.a, pair.b]),
    name,
    detail,
    effect: effectOf(pair),
    low: pair.low,
    high: pair.high,
    margin,
    kind: pair.decision,
    said: words("page-forest-plotted", {
      name: name + words("list-commas") + detail,
      effect: amount(effectOf(pair), pair.metric, words),
      interval: intervalText(pair, words),
      decision: decisionText(pair.decision, words),
    }),
  };
}
