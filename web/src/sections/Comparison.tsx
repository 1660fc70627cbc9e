import { ForestPlot } from "../chart/ForestPlot";
import type { ForestRow } from "../chart/forestScale";
import { byImportance, effectOf, isOfShares } from "../data/comparison";
import { operationName } from "../data/operations";
import type { ComparisonModel, PairModel } from "../data/result";
import { amount, decisionText, intervalText, metricName } from "../format/effects";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { Section } from "../parts/Section";
import { Told } from "../parts/Told";
import type { Words } from "../format/words";
import { Company } from "./Company";
import { ComparisonCurves } from "./ComparisonCurves";
import { ComparisonOperations } from "./ComparisonOperations";
import { ComparisonPairs } from "./ComparisonPairs";
import { ComparisonRanks } from "./ComparisonRanks";
import { ComparisonRounds } from "./ComparisonRounds";
import { ComparisonSlots } from "./ComparisonSlots";
import { ComparisonTimes } from "./ComparisonTimes";

/** Rows of a plot that a reader takes in at a glance; the others are folded. */
const MOST_ROWS = 24;

/** The variants compared over rounds: what differs, by how much, and the slots that it rests on. */
export function Comparison() {
  const { result, words } = usePage();
  if (result.comparisons.length === 0) return null;
  return (
    <Section id="comparison" title={words("page-section-comparison")}>
      {result.comparisons.map((comparison, place) => (
        <OfRounds key={place} comparison={comparison} />
      ))}
    </Section>
  );
}

function OfRounds({ comparison }: { comparison: ComparisonModel }) {
  const { words } = usePage();
  const primary = byImportance(comparison);
  const ratios = primary.filter((pair) => !isOfShares(pair.metric));
  const shares = primary.filter((pair) => isOfShares(pair.metric));
  return (
    <>
      {[comparison.design_text, comparison.visible, comparison.ended].filter(Boolean).map((text) => (
        <p key={text} class="told-below">
          <Told text={text} />
        </p>
      ))}
      <Forest
        title={words("page-forest")}
        unit={words("page-forest-percent")}
        pairs={ratios}
        ofRatios
        margins={comparison.margins}
      />
      <Forest
        title={words("page-forest-shares")}
        unit={words("page-forest-points")}
        pairs={shares}
        ofRatios={false}
        margins={comparison.margins}
      />
      <p class="note">{words("page-comparison-note")}</p>
      <ComparisonOperations comparison={comparison} />
      <ComparisonTimes comparison={comparison} />
      <ComparisonPairs comparison={comparison} />
      <ComparisonRanks comparison={comparison} />
      <ComparisonCurves comparison={comparison} />
      <ComparisonSlots comparison={comparison} />
      <Company comparison={comparison} />
      <ComparisonRounds comparison={comparison} />
    </>
  );
}

interface ForestProps {
  title: string;
  unit: string;
  pairs: readonly PairModel[];
  ofRatios: boolean;
  margins: ComparisonModel["margins"];
}

function Forest({ title, unit, pairs, ofRatios, margins }: ForestProps) {
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
