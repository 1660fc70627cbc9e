import type { ComparisonModel } from "../data/result";
import { isOfShares } from "../data/comparison";
import { metricName } from "../format/effects";
import { usePage } from "../page/context";

/** The others stand in the sentence of the section. */
const MOST_VISIBLE = 4;

/** What a comparison rests on, and how small a difference it would have seen. */
export function ComparisonFigures({ comparison }: { comparison: ComparisonModel }) {
  const { words, figures } = usePage();
  const difference = (metric: string, value: number): string =>
    isOfShares(metric)
      ? words("comparison-points", { points: Number.isInteger(value) ? value : figures.rate(value) })
      : figures.percent(value);
  const visible = Object.entries(comparison.smallest_visible).slice(0, MOST_VISIBLE);
  const strip = [
    {
      name: words("page-key-rounds"),
      value: figures.count(comparison.rounds.length),
      note: words("page-key-rounds-note"),
    },
    ...(comparison.rate === null
      ? []
      : [
          {
            name: words("page-key-compared-at"),
            value: words("page-per-second", { rate: figures.rate(comparison.rate) }),
            note: words("page-key-compared-at-note"),
          },
        ]),
    ...visible.map(([metric, value]) => ({
      name: words("page-key-visible", { metric: metricName(metric, words) }),
      value: difference(metric, value),
      note: "",
    })),
  ];
  return (
    <dl class="key-figures">
      {strip.map((figure) => (
        <div key={figure.name}>
          <dt>{figure.name}</dt>
          <dd>
            <b>{figure.value}</b> <small>{figure.note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
