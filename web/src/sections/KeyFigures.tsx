import type { AnswerModel, TrialModel } from "../data/result";
import { sloText } from "../format/slo";
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
  const share = trial.verdict?.slos.find((candidate) => candidate.slo === slo?.text)?.over_percent;
  const estimate = answer?.estimate ?? null;
  const isEstimate = answer?.rate === null && estimate !== null;
  const rate = answer ? (answer.rate ?? estimate ?? trial.rate) : trial.rate;
  const n = isEstimate ? null : answer?.rate == null ? trial.n : answer.n;
  const missing = measurement.due ? (100 * measurement.missing) / measurement.due : null;
  const alone = trial.rate === 0 && trial.users > 0;
  const strip = [
    trial.users > 0
      ? { name: words.key.users, value: figures.count(trial.users), note: words.key.usersNote }
      : null,
    {
      name: isEstimate
        ? words.key.estimate
        : answer?.method === "capacity" && answer.rate !== null
          ? words.key.capacity
          : words.key.rate,
      value: `${figures.rate(alone ? measurement.rate : (rate ?? measurement.rate))} ${words.perSecond}`,
      note: n === null || alone ? words.requestsPerSecond : `N = ${figures.rate(n)}`,
    },
    answer?.low != null && answer.high !== null
      ? {
          name: words.key.interval,
          value: `${figures.rate(answer.low)} – ${figures.rate(answer.high)}`,
          note: estimate === null ? words.key.intervalNote : words.key.estimateNote(figures.rate(estimate)),
        }
      : null,
    {
      name: words.key.p99,
      value: withUnit(
        figures.percentile(measurement.response_ms.p99, "p99", measurement.completed, words.tooFew),
        words.ms,
      ),
      note: words.key.p99Note,
    },
    slo && share != null
      ? {
          name: words.key.share,
          value: figures.percent(share),
          note: `${sloText(slo.text, words)}, ${words.key.shareNote}`,
        }
      : null,
    { name: words.key.missing, value: figures.percent(missing), note: words.key.missingNote },
    {
      name: words.key.held,
      value: figures.duration(measurement.duration_s),
      note: `${words.trialName(trial.number)}, ${words.arrivals[result.run.arrivals] ?? ""}`,
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

function withUnit(value: string, unit: string): string {
  return /\d/.test(value) ? `${value} ${unit}` : value;
}
