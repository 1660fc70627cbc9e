import { usePage } from "../page/context";
import type { Figures } from "../format/figures";
import { printable } from "../format/printable";
import { Told } from "../parts/Told";
import { Section } from "../parts/Section";
import { type Alike, alikeDoubts } from "../data/doubts";
import type { ResultModel } from "../data/result";
import type { Words } from "../format/words";

/** Whether the measurement says what it seems to say, and what speaks against it. */
export function Validity() {
  const { result, words, figures } = usePage();
  return (
    <Section id="validity" title={words("page-section-validity")}>
      {sentences(result, words, figures).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {result.doubts.length > 0 && (
        <ul class="doubts">
          {alikeDoubts(result.doubts).map((alike) => (
            <Doubts key={alike[0].code} alike={alike} />
          ))}
        </ul>
      )}
      {result.trials.length > 0 && <p class="note">{countsSentence(result, words)}</p>}
    </Section>
  );
}

/** A slot of a comparison or of an overhead. */
interface CountedSlot {
  trial: number;
  counts: boolean;
}

/** Doubts of one code are one line; the others of it, which differ in their values, are folded. */
function Doubts({ alike: [first, ...others] }: { alike: Alike }) {
  const { words } = usePage();
  return (
    <li>
      <Told text={first.text} />{" "}
      <small>
        <code>{printable(first.code, 40)}</code>
      </small>
      <p class="cure">
        <b>{words("page-label", { label: words("page-validity-cure") })}</b>
        <Told text={first.cure} />
      </p>
      {others.length > 0 && (
        <details class="fold on-paper">
          <summary>{words("page-validity-more", { count: others.length })}</summary>
          <ul>
            {others.map((doubt, place) => (
              <li key={place}>
                <Told text={doubt.text} />
                {doubt.cure !== first.cure && (
                  <p class="cure">
                    <b>{words("page-label", { label: words("page-validity-cure") })}</b>
                    <Told text={doubt.cure} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function sentences(result: ResultModel, words: Words, figures: Figures): string[] {
  const slots = [...result.comparisons, ...result.overheads].flatMap((one): CountedSlot[] => one.slots);
  const decisive = new Set(result.answers.map((answer) => answer.decisive));
  // A slot that counts although others disturbed it has a doubt of its own.
  const used = new Set([...decisive, ...slots.filter((slot) => slot.counts).map((slot) => slot.trial)]);
  const invalid = result.trials.filter((trial) => !trial.measurement.valid);
  const commas = words("list-commas");
  const numbers = (rests: boolean): string =>
    invalid
      .filter((trial) => (rests ? decisive.has(trial.number) : !used.has(trial.number)))
      .map((trial) => trial.number)
      .join(commas);
  if (!result.trials.some((trial) => used.has(trial.number))) return [words("page-validity-nothing")];
  const valid = result.doubts.length > 0 ? words("page-validity-doubtful") : words("page-validity-valid");
  const whole = numbers(true) ? words("page-validity-invalid", { trials: numbers(true) }) : valid;
  const late = result.trials
    .filter((trial) => used.has(trial.number))
    .flatMap((trial) => trial.verdict?.worst_lateness_ms ?? []);
  return [
    whole,
    ...(numbers(false) ? [words("page-validity-others", { trials: numbers(false) })] : []),
    ...(late.length > 0
      ? [
          words("page-validity-late", {
            milliseconds: figures.unit("millisecond", figures.value(Math.max(...late))),
          }),
        ]
      : []),
  ];
}

/** Every due call must be found again: as sent or dropped, then as completed, an error or cut. */
function countsSentence(result: ResultModel, words: Words): string {
  const open = result.trials.filter(({ measurement: { due, sent, dropped, completed, errors, cut } }) => {
    return due !== sent + dropped || sent !== completed + errors + cut;
  });
  return open.length > 0
    ? words("page-validity-counts-open", {
        trials: open.map((trial) => trial.number).join(words("list-commas")),
      })
    : words("page-validity-counts");
}
