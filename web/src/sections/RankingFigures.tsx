import { boundSign, leaders } from "../data/ranks";
import type { RankingModel } from "../data/result";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";

/** The figures of the variant that carries most; nothing where none is surely the first alone. */
export function RankingFigures({ ranking }: { ranking: RankingModel }) {
  const { words, figures } = usePage();
  const first = leaders(ranking);
  const [best] = first;
  if (!best || first.length > 1 || best.rate.value === null) return null;
  const { low, high } = best.rate;
  const strip = [
    {
      name: words.key.carriesMost,
      value: `${boundSign(best.bound)}${figures.rate(best.rate.value)} ${words.perSecond}`,
      note: variantName(best.variant),
    },
    low !== null && high !== null
      ? {
          name: words.key.interval,
          value: `${figures.rate(low)} – ${figures.rate(high)}`,
          note: words.key.overStarts(best.starts.length),
        }
      : null,
    best.p99_ms.value === null
      ? null
      : {
          name: words.key.p99,
          value: `${figures.value(best.p99_ms.value)} ${words.ms}`,
          note: words.key.p99Note,
        },
    best.cpu_ms_per_request.value === null
      ? null
      : {
          name: words.key.cpuPerRequest,
          value: `${figures.value(best.cpu_ms_per_request.value)} ${words.ms}`,
          note: words.key.cpuNote,
        },
    best.working_rate === null
      ? null
      : {
          name: words.key.working,
          value: `${figures.rate(best.working_rate)} ${words.perSecond}`,
          note: words.key.workingNote,
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
