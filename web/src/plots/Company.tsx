import { ForestPlot } from "../chart/ForestPlot";
import type { ForestRow } from "../chart/forestScale";
import type { CompanyModel, ComparisonModel } from "../data/result";
import { intervalText, metricName, percentText } from "../format/effects";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import type { Words } from "../format/words";

/** What each variant pays for the others beside it. */
export function Company({ of }: { of: string }) {
  const { result } = usePage();
  const comparison = result.comparisons[Number(of)];
  return comparison ? <OfCompany comparison={comparison} /> : null;
}

function OfCompany({ comparison }: { comparison: ComparisonModel }) {
  const { words } = usePage();
  const { company } = comparison;
  if (company.length === 0) return null;
  const rows = company.map((one) => companyRow(one, words));
  const byKey = new Map(rows.map(({ key }, place) => [key, company[place]]));
  return (
    <>
      <ForestPlot
        title={words("page-company-title")}
        unit={words("unit-percent", { number: "" }).trim()}
        interval={words("page-company-interval")}
        rows={rows}
        ofRatios
        told={({ key }) => {
          const one = byKey.get(key);
          return (
            one && (
              <>
                <b>{percentText(one.percent, words)}</b>
                <small>{intervalText(one, words)}</small>
              </>
            )
          );
        }}
      />
      <p class="note">{words("page-company-note")}</p>
    </>
  );
}

function companyRow(one: CompanyModel, words: Words): ForestRow {
  const { low, high } = one;
  const metric = metricName(one.metric, words);
  const told = { variant: variantName(one.variant), metric, percent: percentText(one.percent, words) };
  const isKnown = low !== null && high !== null;
  return {
    key: `${one.metric} ${one.variant}`,
    name: variantName(one.variant),
    detail: metric,
    effect: one.percent,
    low,
    high,
    margin: null,
    kind: isKnown && (low > 0 || high < 0) ? "different" : "cannot tell",
    said: isKnown
      ? words("page-company", {
          ...told,
          low: percentText(low, words),
          high: percentText(high, words),
        })
      : words("page-company-unsure", told),
  };
}
