import type { AnswerModel, MeasurementModel, TrialModel } from "../data/result";
import type { Figures } from "../format/figures";
import { sloText } from "../format/slo";
import type { Words } from "../format/words";
import { unbroken } from "../format/unbroken";
import { usePage } from "../page/context";

interface Props {
  answer: AnswerModel | undefined;
  trial: TrialModel | undefined;
}

/** The figures of the answer that the verdict begins with. */
export function KeyFigures({ answer, trial }: Props) {
  const { result, words, figures } = usePage();
  if (!trial) return null;
  const measurement = trial.measurement;
  const slo = result.run.slos.find((candidate) => candidate.threshold_ms !== null);
  const judged = trial.verdict?.slos.find((candidate) => candidate.slo === slo?.text);
  const share = judged?.over_percent;
  const estimate = answer?.estimate ?? null;
  const isEstimate = answer?.rate === null && estimate !== null;
  const rate = answer ? (answer.rate ?? estimate ?? trial.rate) : trial.rate;
  const n = isEstimate ? null : answer?.rate == null ? trial.n : answer.n;
  const missing = measurement.due ? (100 * measurement.missing) / measurement.due : null;
  const alone = trial.rate === 0 && trial.users > 0;
  const strip = [
    trial.users > 0
      ? {
          name: words("page-key-users"),
          value: figures.count(trial.users),
          note: words("page-key-users-note"),
        }
      : null,
    {
      name: isEstimate
        ? words("page-key-estimate")
        : answer?.method === "capacity" && answer.rate !== null
          ? words("page-key-capacity")
          : words("page-key-rate"),
      value: words("page-per-second", {
        rate: figures.rate(alone ? measurement.rate : (rate ?? measurement.rate)),
      }),
      note: n === null || alone ? words("page-requests-per-second") : `N = ${figures.rate(n)}`,
    },
    answer?.low != null && answer.high !== null
      ? {
          name: words("page-key-interval"),
          value: `${figures.rate(answer.low)} – ${figures.rate(answer.high)}`,
          note:
            estimate === null
              ? words("page-key-interval-note")
              : words("page-key-estimate-note", { rate: figures.rate(estimate) }),
        }
      : null,
    {
      name:
        isEstimate && trial.rate !== null
          ? words("page-key-p99-at", { rate: figures.rate(trial.rate) })
          : words("page-key-p99"),
      value: withUnit(
        figures.percentile(measurement.response_ms.p99, "p99", measurement.completed, words("page-too-few")),
        figures,
      ),
      note: [...intervalOf(measurement, words, figures), words("page-key-p99-note")].join(
        words("list-commas"),
      ),
    },
    slo && share != null
      ? {
          name: words("page-key-share"),
          value: figures.percent(share),
          note: [
            ...(judged?.over_percent_low != null && judged.over_percent_high !== null
              ? [`${figures.percent(judged.over_percent_low)} – ${figures.percent(judged.over_percent_high)}`]
              : []),
            sloText(slo.text, words),
            words("page-key-share-note"),
          ].join(words("list-commas")),
        }
      : null,
    {
      name: words("page-key-missing"),
      value: figures.percent(missing),
      note: words("page-key-missing-note"),
    },
    {
      name: words("page-key-held"),
      value: figures.duration(measurement.duration_s),
      note: [
        words("page-trial-name", { number: String(trial.number) }),
        words.named("page-arrivals-", result.run.arrivals) ?? "",
      ].join(words("list-commas")),
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
              <b>{figure.value}</b> <small>{unbroken(figure.note)}</small>
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The interval of the p99, where there were calls enough for one. */
function intervalOf(
  { response_interval_ms: all }: MeasurementModel,
  words: Words,
  figures: Figures,
): string[] {
  const interval = all?.p99;
  if (interval == null || "needed_calls" in interval) return [];
  const [low, high] = [figures.value(interval.low), figures.value(interval.high)];
  return [words("page-key-interval95", { low, high })];
}

function withUnit(value: string, figures: Figures): string {
  return /\d/.test(value) ? figures.unit("millisecond", value) : value;
}
