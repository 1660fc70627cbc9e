import type { AnswerModel, MeasurementModel, RunSloModel, SloVerdictModel, TrialModel } from "../data/result";
import type { Figures } from "../format/figures";
import { printable } from "../format/printable";
import type { Words } from "../format/words";
import { unbroken } from "../format/unbroken";
import { usePage } from "../page/context";

interface Props {
  answer: AnswerModel | undefined;
  trial: TrialModel | undefined;
}

/** The figures of the answer that the verdict begins with. */
export function KeyFigures({ answer, trial }: Props) {
  const { result, words, figures, told } = usePage();
  if (!trial) return null;
  const measurement = trial.measurement;
  const judged = trial.verdict?.slos.find((candidate) => candidate.slo === trial.verdict?.decided_by);
  const estimate = answer?.estimate ?? null;
  const isEstimate = answer?.rate === null && estimate !== null;
  const confirmed = answer?.method === "capacity" ? answer.rate : null;
  const n = isEstimate ? null : answer?.rate == null ? trial.n : answer.n;
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
        : confirmed !== null
          ? words("page-key-capacity")
          : words("page-key-rate"),
      value: words("page-per-second", {
        rate: figures.rate((isEstimate ? estimate : confirmed) ?? measurement.rate),
      }),
      note: [
        ...(n === null || alone ? [] : [`N = ${figures.rate(n)}`]),
        isEstimate || confirmed !== null
          ? words("page-requests-per-second")
          : completed(trial, words, figures),
        ...(isEstimate || !trial.due_note ? [] : [told(trial.due_note)]),
      ].join(words("list-commas")),
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
    judged && judged.over_percent !== null
      ? {
          name: words("page-key-share"),
          value: figures.percent(judged.over_percent),
          note: shareNote(judged, trial.state, result.run.slos, told, words, figures),
        }
      : null,
    {
      name: words("page-key-missing"),
      value: figures.percent(measurement.due ? measurement.error_percent : null),
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

/** What the rate of a trial is: calls completed, of the rate asked where they differ visibly. */
function completed(trial: TrialModel, words: Words, figures: Figures): string {
  const { rate, users, measurement, due_note: note } = trial;
  // The note says what was asked, too.
  const isAsked = rate !== null && !(rate === 0 && users > 0) && !note;
  return isAsked && figures.rate(rate) !== figures.rate(measurement.rate)
    ? words("page-key-rate-asked", { rate: figures.rate(rate) })
    : words("page-requests-per-second");
}

/** The bounds of a share, its SLO, and why a trial passed whose bounds include the limit. */
function shareNote(
  { slo, state: own, over_percent_low: low, over_percent_high: high }: SloVerdictModel,
  state: TrialModel["state"],
  slos: readonly RunSloModel[],
  told: (text: string) => string,
  words: Words,
  figures: Figures,
): string {
  const isRate = slos.some(({ text, kind }) => text === slo && kind === "rate");
  const bounds = isRate || low === null || high === null || low === high ? [] : [low, high];
  const isByCount = state === "passed" && own === "undecided";
  return [
    ...(bounds.length > 0 ? [bounds.map((bound) => figures.percent(bound)).join(" – ")] : []),
    printable(told(slo), 80),
    words(isRate ? "page-key-share-rate-note" : "page-key-share-note"),
    ...(isByCount ? [words("page-key-share-by-count")] : []),
  ].join(words("list-commas"));
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
