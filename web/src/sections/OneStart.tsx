import { usePage } from "../page/context";
import { startName } from "../page/starts";
import { Section } from "../parts/Section";
import { StateMark } from "../parts/StateMark";
import { Told } from "../parts/Told";
import { EventsTable } from "./EventsTable";
import { Replies } from "./Replies";

/** What the start that is shown answered, and what happened in it. */
export function OneStart() {
  const { result, start, words } = usePage();
  if (!start) return null;
  const { answers, trials } = result;
  const { events } = result.run;
  return (
    <Section id="start" title={words("page-section-start")}>
      <p class="note">{words("page-one-start-note", { name: startName(start, words) })}</p>
      <ul class="other-answers">
        {answers.map((answer) => (
          <li key={answer.method}>
            <StateMark state={answer.outcome} tone={answer.tone} /> <Told text={answer.sentence} />
            <Replies answer={answer} />
          </li>
        ))}
      </ul>
      {answers.length === 0 && (
        <p>
          {words("page-no-answer")}
          {trials.some((trial) => trial.superseded) &&
            words("page-aside", { text: words("page-superseded") })}
        </p>
      )}
      {events.length > 0 && (
        <details class="fold">
          <summary>{words("page-events-of", { count: events.length })}</summary>
          <EventsTable events={events} />
        </details>
      )}
    </Section>
  );
}
