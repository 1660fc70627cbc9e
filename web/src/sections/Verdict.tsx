import type { AnswerModel } from "../data/result";
import { decisiveTrial, toneOf } from "../data/verdict";
import { rankingTold } from "../data/ranks";
import { SIGNS } from "../chart/marks";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { StateMark } from "../parts/StateMark";
import { Told } from "../parts/Told";
import { KeyFigures } from "./KeyFigures";
import { RankingFigures } from "./RankingFigures";

/** The verdict first, in one sentence; then the other answers, and the figures that they rest on. */
export function Verdict() {
  const { result } = usePage();
  // One sentence in place of those of all starts, which stand in the table of answers.
  const ranking = rankingTold(result.rankings);
  const [first, ...others] = ranking ? [] : result.answers;
  const tone = result.state;
  const headTone = first ? toneOf(first.outcome) : tone;
  return (
    <section id="verdict" class={`verdict ${tone}`} aria-labelledby="verdict-sentence" tabIndex={-1}>
      {result.run.time_note && (
        <p class="simulated">
          <Told text={result.run.time_note} />
        </p>
      )}
      <p id="verdict-sentence" class="sentence">
        <span class={`sign ${headTone}`} aria-hidden="true">
          {SIGNS[headTone]}
        </span>
        {first ? <AnswerSentence answer={first} /> : <Told text={ranking?.text ?? result.sentence} />}
      </p>
      {others.length > 0 && (
        <ul class="other-answers">
          {others.map((answer, index) => (
            <li key={index}>
              <StateMark state={answer.outcome} tone={toneOf(answer.outcome)} />{" "}
              <AnswerSentence answer={answer} />
            </li>
          ))}
        </ul>
      )}
      {ranking ? (
        <RankingFigures ranking={ranking} />
      ) : (
        <KeyFigures
          answer={result.answers.find((answer) => answer.decisive !== null)}
          trial={decisiveTrial(result)}
        />
      )}
    </section>
  );
}

/** The sentence of an answer, named after its variant where there are several. */
function AnswerSentence({ answer }: { answer: AnswerModel }) {
  const { result } = usePage();
  const several = new Set(result.answers.map((other) => other.variant)).size > 1;
  return (
    <bdi>
      {several && answer.variant !== null && `${printable(answer.variant, 60)}: `}
      <Told text={answer.sentence} />
    </bdi>
  );
}
