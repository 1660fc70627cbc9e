/** Injections on the map of Apdex minutes. */
import { InjectionSign } from "../chart/InjectionSign";
import { injectionName, injectionTimes } from "../chart/useInjections";
import { injectionsByMinute, type InjectionBand, type MinuteInjection } from "../data/injections";
import type { AnswerModel } from "../data/result";
import { usePage } from "../page/context";

/** Width of a sign above a minute, in pixels: a map may have two hours of them. */
const ROW_SIGN = 14;

/** Occurrences that the legend of the map names. */
const MOST_IN_LEGEND = 12;

interface Props {
  answer: AnswerModel;
  minutes: number;
}

/** Signs above the minutes in which a problem was there; nothing if there was none. */
export function InjectionRow({ answer, minutes }: Props) {
  const { result, words } = usePage();
  const textOf = useText();
  const shown = injectionsByMinute(result, answer, minutes);
  if (shown.every((ofMinute) => ofMinute.length === 0)) return null;
  return (
    <tr class="injection-row">
      <th scope="row">{words("page-injections")}</th>
      {shown.map((ofMinute, minute) => {
        const [first] = ofMinute;
        const text = ofMinute.map(textOf).join(words("list-clauses"));
        return (
          <td key={minute} title={text}>
            {first && (
              <>
                <InjectionSign pattern={first.injection.pattern} isLeft={first.isLeft} width={ROW_SIGN} />
                {ofMinute.length > 1 && <span aria-hidden="true">{ofMinute.length}</span>}
                <span class="visually-hidden">{text}</span>
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Minutes, name and times of each occurrence above the minutes; nothing if there is none. */
export function InjectionLegend({ answer, minutes }: Props) {
  const { result, words } = usePage();
  const textOf = useText();
  const spans = new Map<InjectionBand, { first: number; last: number; held: MinuteInjection }>();
  injectionsByMinute(result, answer, minutes).forEach((ofMinute, minute) => {
    for (const held of ofMinute) {
      const before = spans.get(held.band);
      spans.set(held.band, {
        first: before?.first ?? minute + 1,
        last: minute + 1,
        held: before?.held ?? held,
      });
    }
  });
  if (spans.size === 0) return null;
  const shown = [...spans.values()].slice(0, MOST_IN_LEGEND);
  const more = spans.size - shown.length;
  return (
    <p class="legend apdex-legend">
      {shown.map(({ first, last, held }, place) => (
        <span key={place} class="legend-item injection">
          <InjectionSign pattern={held.injection.pattern} />{" "}
          {words("page-apdex-minute", { minute: first === last ? String(first) : `${first}–${last}` })}:{" "}
          {textOf(held)}
        </span>
      ))}
      {more > 0 && <span class="legend-item">{words("page-alarm-times-more", { count: more })}</span>}
    </p>
  );
}

function useText(): (one: MinuteInjection) => string {
  const { figures, words } = usePage();
  return ({ injection, band }) => `${injectionName(injection)} ${injectionTimes(band, figures, words)}`;
}
