import { variantsInOrder } from "../data/breaks";
import { startOfEvent } from "../data/starts";
import { toneOf } from "../data/verdict";
import { usePage } from "../page/context";
import { startName, useStarts, variantName } from "../page/starts";
import { Choice } from "../parts/Choice";
import { Section } from "../parts/Section";
import { StateMark } from "../parts/StateMark";
import { Told } from "../parts/Told";
import { EventsTable } from "./EventsTable";

/** The choice of the start that the sections below show, what it answered and what happened in it. */
export function OneStart() {
  const { result, words } = usePage();
  const starts = useStarts();
  const span = starts?.all[starts.chosen];
  if (!starts || !span) return null;
  const run = new Set(starts.all.map((one) => one.variant));
  const variants = variantsInOrder(result).filter((variant) => run.has(variant));
  const own = starts.all
    .map((one, place) => ({ ...one, place }))
    .filter((one) => one.variant === span.variant)
    .sort((a, b) => a.start - b.start);
  const chooseVariant = (place: number): void => {
    const variant = variants[place] ?? null;
    const same = starts.all.findIndex((one) => one.variant === variant && one.start === span.start);
    starts.choose(same >= 0 ? same : starts.all.findIndex((one) => one.variant === variant));
  };
  const answers = result.answers.filter(
    (answer) => answer.variant === span.variant && answer.start === span.start,
  );
  const events = result.run.events
    .filter((event) => startOfEvent(event, result.trials, starts.all) === span)
    .map((event) => ({ ...event, at_s: event.at_s - span.begin_s }));
  return (
    <Section id="start" title={words.sections.start}>
      <div class="controls start-choice">
        {variants.length > 1 && (
          <Choice
            label={words.chooseVariant}
            options={variants.map(variantName)}
            chosen={variants.indexOf(span.variant)}
            onChoose={chooseVariant}
          />
        )}
        {own.length > 1 && (
          <Choice
            label={words.chooseStart}
            options={own.map((one) => String(one.start))}
            chosen={own.findIndex((one) => one.start === span.start)}
            onChoose={(place) => {
              starts.choose(own[place]?.place ?? starts.chosen);
            }}
          />
        )}
      </div>
      <p class="note">{words.oneStartNote(startName(span, words))}</p>
      <ul class="other-answers">
        {answers.map((answer) => (
          <li key={answer.method}>
            <StateMark state={answer.outcome} tone={toneOf(answer.outcome)} /> <Told text={answer.sentence} />
          </li>
        ))}
      </ul>
      {answers.length === 0 && <p>{words.noAnswer}</p>}
      {events.length > 0 && (
        <details class="fold">
          <summary>{words.eventsOf(events.length)}</summary>
          <EventsTable events={events} />
        </details>
      )}
    </Section>
  );
}
