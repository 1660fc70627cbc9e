import { usePage } from "../page/context";
import type { Figures } from "../format/figures";
import { printable } from "../format/printable";
import { Told } from "../parts/Told";
import { Section } from "../parts/Section";
import type { ResultModel } from "../data/result";
import type { Catalogue } from "../text/en";

/** Whether the measurement says what it seems to say, and what speaks against it. */
export function Validity() {
  const { result, words, figures } = usePage();
  return (
    <Section id="validity" title={words.sections.validity}>
      {sentences(result, words, figures).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {result.doubts.length > 0 && (
        <ul class="doubts">
          {result.doubts.map((doubt, index) => (
            <li key={index}>
              <code>{printable(doubt.code, 40)}</code> <Told text={doubt.text} />
              <p class="cure">
                <b>{words.validity.cure}:</b> <Told text={doubt.cure} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {result.trials.length > 0 && <p class="note">{countsSentence(result, words)}</p>}
    </Section>
  );
}

function sentences(result: ResultModel, words: Catalogue, figures: Figures): string[] {
  const decisive = new Set(result.answers.map((answer) => answer.decisive));
  const invalid = result.trials.filter((trial) => !trial.measurement.valid);
  const numbers = (rests: boolean): string =>
    invalid
      .filter((trial) => decisive.has(trial.number) === rests)
      .map((trial) => trial.number)
      .join(", ");
  if (!result.trials.some((trial) => decisive.has(trial.number))) return [words.validity.nothing];
  const valid = result.doubts.length > 0 ? words.validity.doubtful : words.validity.valid;
  const whole = numbers(true) ? words.validity.invalid(numbers(true)) : valid;
  const late = result.trials
    .filter((trial) => decisive.has(trial.number))
    .flatMap((trial) => trial.verdict?.worst_lateness_ms ?? []);
  return [
    whole,
    ...(numbers(false) ? [words.validity.others(numbers(false))] : []),
    ...(late.length > 0 ? [words.validity.late(figures.value(Math.max(...late)))] : []),
  ];
}

/** Every due call must be found again: as sent or dropped, then as completed, an error or cut. */
function countsSentence(result: ResultModel, words: Catalogue): string {
  const open = result.trials.filter(({ measurement: { due, sent, dropped, completed, errors, cut } }) => {
    return due !== sent + dropped || sent !== completed + errors + cut;
  });
  return open.length > 0
    ? words.validity.countsOpen(open.map((trial) => trial.number).join(", "))
    : words.validity.counts;
}
