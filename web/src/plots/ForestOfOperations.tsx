import { useState } from "preact/hooks";

import { ForestPlot } from "../chart/ForestPlot";
import type { ForestRow } from "../chart/forestScale";
import {
  comparedPairs,
  effectOf,
  isOfShares,
  type Metric,
  operationMetrics,
  operationsInOrder,
} from "../data/comparison";
import { operationName } from "../data/operations";
import type { ComparisonModel } from "../data/result";
import { amount, decisionText, intervalText, metricName } from "../format/effects";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { Choice } from "../parts/Choice";

/** The place of the first figure that at least half of the operations have; 0 if none is. */
function mostKnown({ pairs }: ComparisonModel, metrics: readonly Metric[]): number {
  const known = (metric: Metric | null) =>
    new Set(
      pairs.flatMap((pair) =>
        pair.operation !== "" && (metric === null || pair.metric === metric) ? [pair.operation] : [],
      ),
    ).size;
  const whole = known(null);
  return Math.max(
    0,
    metrics.findIndex((metric) => 2 * known(metric) >= whole),
  );
}

/** One figure of each operation, in the order of the profile; primary operations have a mark. */
export function ForestOfOperations({ of }: { of: string }) {
  const { result } = usePage();
  const comparison = result.comparisons[Number(of)];
  return comparison ? <OfForestOfOperations comparison={comparison} /> : null;
}

function OfForestOfOperations({ comparison }: { comparison: ComparisonModel }) {
  const { result, words } = usePage();
  const metrics = operationMetrics(comparison);
  const compared = comparedPairs(comparison);
  const [metricAt, chooseMetric] = useState(() => mostKnown(comparison, metrics));
  const [pairAt, choosePair] = useState(0);
  const [metric, chosen] = [metrics[metricAt], compared[pairAt]];
  const profile = result.run.profile.operations.map(({ name }) => name);
  const operations = operationsInOrder(comparison, profile);
  if (metric === undefined || chosen === undefined || operations.length < 2) return null;
  const byOperation = new Map(
    comparison.pairs
      .filter((pair) => pair.metric === metric && pair.a === chosen.a && pair.b === chosen.b)
      .map((pair) => [pair.operation, pair]),
  );
  const ofRatios = !isOfShares(metric);
  // All response times have the margin of the p99.
  const margin = comparison.margins[metric] ?? (ofRatios ? comparison.margins["p99"] : null) ?? null;
  const few = (operation: string): string => {
    const lacking = comparison.operations.flatMap((one) =>
      one.operation === operation && [chosen.a, chosen.b].includes(one.variant)
        ? (one.too_few[metric]?.run_s ?? [])
        : [],
    );
    if (lacking.length === 0) return words("page-too-few-calls");
    return words("page-too-few-calls-run", { time: words.figures.duration(Math.max(...lacking)) });
  };
  const rows = operations.map((operation): ForestRow => {
    const pair = byOperation.get(operation);
    const ends = { low: pair?.low ?? null, high: pair?.high ?? null };
    const effect = pair ? effectOf(pair) : null;
    const name = operationName(operation, result.run);
    return {
      key: operation,
      name,
      detail: "",
      isMarked: comparison.primary.includes(operation),
      effect,
      ...ends,
      margin,
      kind: pair?.decision ?? "not run",
      said: words("page-forest-plotted", {
        name,
        effect: amount(effect, metric, words),
        interval: intervalText({ ...ends, metric }, words),
        decision: pair ? decisionText(pair.decision, words) : few(operation),
      }),
    };
  });
  const told = ({ key, effect }: ForestRow) => {
    const pair = byOperation.get(key);
    if (!pair) return few(key);
    return (
      <>
        <b>{amount(effect, metric, words)}</b> {decisionText(pair.decision, words)}
        <small>{intervalText(pair, words)}</small>
      </>
    );
  };
  const against = ({ a, b }: { a: string; b: string }) =>
    words("page-forest-pair", { a: variantName(a), b: variantName(b) });
  return (
    <ForestPlot
      title={words("page-forest-operations", { metric: metricName(metric, words) })}
      unit={ofRatios ? words("page-forest-percent") : words("page-forest-points")}
      interval={against(chosen)}
      rows={rows}
      ofRatios={ofRatios}
      told={told}
    >
      <Choice
        label={words("page-forest-metric")}
        options={metrics.map((one) => metricName(one, words))}
        chosen={metricAt}
        onChoose={chooseMetric}
      />
      {compared.length > 1 && (
        <Choice
          label={words("page-column-variant")}
          options={compared.map(against)}
          chosen={pairAt}
          onChoose={choosePair}
        />
      )}
    </ForestPlot>
  );
}
