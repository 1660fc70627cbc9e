import { boundSign, leaders } from "../data/ranks";
import type { RankedVariantModel, RankingModel, SpreadModel } from "../data/result";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";

/** The figures of the variant that carries most; of several that cannot be told apart the rate of each. */
export function RankingFigures({ ranking }: { ranking: RankingModel }) {
  const { words, figures } = usePage();
  const first = leaders(ranking);
  const [best] = first;
  if (first.length > 1) return <Leaders variants={first} />;
  if (!best || best.rate.value === null) return null;
  const { low, high } = best.rate;
  const range = ({ least, most }: SpreadModel): string[] =>
    least === null || most === null || figures.value(least) === figures.value(most)
      ? []
      : [words("page-key-range", { low: figures.value(least), high: figures.value(most) })];
  const strip = [
    {
      name: words("page-key-carries-most"),
      value: words("page-per-second", { rate: boundSign(best.bound) + figures.rate(best.rate.value) }),
      note: variantName(best.variant),
    },
    low !== null && high !== null
      ? {
          name: words("page-key-interval"),
          value: `${figures.rate(low)} – ${figures.rate(high)}`,
          note: words("page-key-over-starts", { starts: best.starts.length }),
        }
      : null,
    best.p99_ms.value === null
      ? null
      : {
          name: words("page-key-p99"),
          value: figures.unit("millisecond", figures.value(best.p99_ms.value)),
          note: [...range(best.p99_ms), words("page-key-p99-note")].join(words("list-commas")),
        },
    best.cpu_ms_per_request.value === null
      ? null
      : {
          name: words("page-key-cpu-per-request"),
          value: figures.unit("millisecond", figures.value(best.cpu_ms_per_request.value)),
          note: [...range(best.cpu_ms_per_request), words("page-key-cpu-note")].join(words("list-commas")),
        },
    best.working_rate === null
      ? null
      : {
          name: words("page-key-working"),
          value: words("page-per-second", { rate: figures.rate(best.working_rate) }),
          note: words("page-key-working-note"),
        },
  ];
  return (
    <dl class="key-figures">
      {strip
        .filter((figure) => figure !== null)
        .map((figure) => (
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

function Leaders({ variants }: { variants: readonly RankedVariantModel[] }) {
  const { words, figures } = usePage();
  return (
    <dl class="key-figures">
      {variants.map(({ variant, bound, rate: { value, low, high } }) => (
        <div key={variant}>
          <dt>
            <bdi>{variantName(variant)}</bdi>
          </dt>
          <dd>
            <b>{words("page-per-second", { rate: boundSign(bound) + figures.rate(value) })}</b>{" "}
            {low !== null && high !== null && (
              <small>
                {words("page-key-interval95", { low: figures.rate(low), high: figures.rate(high) })}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
