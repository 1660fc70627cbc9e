import { SIGNS } from "../chart/marks";
import { leadingRanking } from "../data/ranks";
import type { AnswerModel } from "../data/result";
import { decisiveOf } from "../data/verdict";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { StateMark } from "../parts/StateMark";
import { Told } from "../parts/Told";
import { AtAGlance } from "./AtAGlance";
import { ComparisonFigures } from "./ComparisonFigures";
import { KeyFigures } from "./KeyFigures";
import { RankingFigures } from "./RankingFigures";
import { Replies } from "./Replies";

/** The verdict first, in one sentence; then the figures that it rests on, what stopped it, and what makes it doubtful. */
export function Verdict() {
  const { result, words } = usePage();
  // One sentence in place of those of all starts, which stand in the table of answers.
  const ranking = leadingRanking(result);
  const { comparisons, overheads } = result;
  // Of rounds, and of starts in which a feature is switched, one sentence says what all of them say together.
  const told = new Set<string>([...comparisons, ...overheads].map(({ method }) => method));
  const answers = ranking ? [] : result.answers.filter((answer) => !told.has(answer.method));
  const leads = result.leading_answer === null ? undefined : result.answers[result.leading_answer];
  const first = answers.find((answer) => answer === leads);
  const others = answers.filter((answer) => answer !== first);
  const isCompared = !ranking && first === undefined;
  const leading = isCompared ? comparisons[0] : undefined;
  const measured = isCompared && !leading ? overheads[0] : undefined;
  const compared = [
    ...comparisons.map((one) => ({ one, label: words("page-section-comparison") })),
    ...overheads.map((one) => ({ one, label: words("page-section-overhead") })),
  ].filter(({ one }) => one !== (leading ?? measured));
  // Else the sign of the first answer would be taken for the verdict on the whole.
  const differs = first !== undefined && first.tone !== result.tone;
  return (
    <section id="verdict" class={`verdict ${result.tone}`} aria-labelledby="verdict-sentence" tabIndex={-1}>
      {result.run.time_note && (
        <p class="simulated">
          <Told text={result.run.time_note} />
        </p>
      )}
      {result.named && (
        <p class="named">
          <Told text={result.named} />
        </p>
      )}
      <p id="verdict-sentence" class="sentence">
        {differs ? (
          <StateMark state={result.state} tone={result.tone} />
        ) : (
          <span class={`sign ${result.tone}`} aria-hidden="true">
            {SIGNS[result.tone]}
          </span>
        )}
        {first ? (
          <AnswerSentence answer={first} />
        ) : (
          <Told text={ranking?.text ?? (leading ?? measured)?.sentence ?? result.sentence} />
        )}
      </p>
      {first && <Replies answer={first} />}
      {others.length + compared.length > 0 && (
        <ul class="other-answers">
          {others.map((answer, index) => (
            <li key={index}>
              <StateMark state={answer.outcome} tone={answer.tone} /> <AnswerSentence answer={answer} />
              <Replies answer={answer} />
            </li>
          ))}
          {compared.map(({ one, label }, index) => (
            <li key={`compared ${index}`}>
              <b>{words("page-label", { label })}</b>
              <Told text={one.sentence} />
            </li>
          ))}
        </ul>
      )}
      {ranking ? (
        <RankingFigures ranking={ranking} />
      ) : leading ? (
        <ComparisonFigures comparison={leading} />
      ) : measured ? null : (
        <KeyFigures
          answer={
            first && first.decisive !== null
              ? first
              : result.answers.find((answer) => answer.decisive === result.decisive)
          }
          trial={decisiveOf(result)}
        />
      )}
      <AtAGlance />
    </section>
  );
}

/** The sentence of an answer, named after its variant where there are several. */
function AnswerSentence({ answer }: { answer: AnswerModel }) {
  const { result, words } = usePage();
  const several = new Set(result.answers.map((other) => other.variant)).size > 1;
  return (
    <bdi>
      {several && answer.variant !== null && words("page-label", { label: printable(answer.variant, 60) })}
      <Told text={answer.sentence} />
    </bdi>
  );
}
