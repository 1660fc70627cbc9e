import { decisiveTrial, overallTone, toneOf } from "../data/verdict";
import { SIGNS } from "../chart/marks";
import { usePage } from "../page/context";
import { StateMark } from "../parts/StateMark";
import { verdictSentences } from "../text/sentence";
import { KeyFigures } from "./KeyFigures";

/** The verdict first, in one sentence; then the other answers, and the figures that they rest on. */
export function Verdict() {
  const { result, language } = usePage();
  const [first = "", ...others] = verdictSentences(result, language);
  const tone = overallTone(result);
  const headTone = others.length > 0 ? toneOf(result.answers[0]?.outcome ?? "") : tone;
  return (
    <section id="verdict" class={`verdict ${tone}`} aria-labelledby="verdict-sentence" tabIndex={-1}>
      <p id="verdict-sentence" class="sentence">
        <span class={`sign ${headTone}`} aria-hidden="true">
          {SIGNS[headTone]}
        </span>
        <bdi>{first}</bdi>
      </p>
      {others.length > 0 && (
        <ul class="other-answers">
          {others.map((sentence, index) => {
            const outcome = result.answers[index + 1]?.outcome ?? "";
            return (
              <li key={index}>
                <StateMark state={outcome} tone={toneOf(outcome)} /> <bdi>{sentence}</bdi>
              </li>
            );
          })}
        </ul>
      )}
      <KeyFigures
        answer={result.answers.find((answer) => answer.decisive !== null)}
        trial={decisiveTrial(result)}
      />
    </section>
  );
}
