import type { AnswerModel } from "../data/result";
import { StateMark } from "../parts/StateMark";
import { Told } from "../parts/Told";

/** Replies of each operation in a smoke test; nothing for answers of other methods. */
export function Replies({ answer }: { answer: AnswerModel }) {
  if (answer.replies.length === 0) return null;
  return (
    <ul class="other-answers replies">
      {answer.replies.map((one) => (
        <li key={one.operation}>
          <StateMark state={one.tone} tone={one.tone} /> <Told text={one.text} />
        </li>
      ))}
    </ul>
  );
}
