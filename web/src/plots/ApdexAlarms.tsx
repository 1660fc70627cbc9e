/** Alarms on the map of Apdex minutes. */
import { FlagSign } from "../chart/FlagSign";
import { flagsByMinute, type MinuteFlag } from "../data/alarms";
import type { AnswerModel } from "../data/result";
import { printable } from "../format/printable";
import { usePage } from "../page/context";

const LONGEST_NAME = 60;

/** Flags above the minutes in which alarms fired; nothing if none did. */
export function AlarmRow({ answer, minutes }: { answer: AnswerModel; minutes: number }) {
  const { result, words } = usePage();
  const textOf = useText(answer);
  const flags = flagsByMinute(result.alarms, answer);
  const shown = Array.from({ length: minutes }, (_, minute) => flags.get(minute) ?? []);
  if (shown.every((ofMinute) => ofMinute.length === 0)) return null;
  return (
    <tr class="alarm-row">
      <th scope="row">{words("page-alarms")}</th>
      {shown.map((ofMinute, minute) => {
        const text = ofMinute.map(textOf).join(words("list-clauses"));
        return (
          <td key={minute} title={text}>
            {ofMinute.length > 0 && (
              <>
                <FlagSign />
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

/** Alarm, time and value of each flag above the minutes; nothing if there is none. */
export function AlarmLegend({ answer, minutes }: { answer: AnswerModel; minutes: number }) {
  const { result, words } = usePage();
  const textOf = useText(answer);
  const flags = [...flagsByMinute(result.alarms, answer)]
    .filter(([minute]) => minute >= 0 && minute < minutes)
    .sort(([a], [b]) => a - b);
  if (flags.length === 0) return null;
  return (
    <p class="legend apdex-legend">
      {flags.flatMap(([minute, ofMinute]) =>
        ofMinute.map((flag, index) => (
          <span key={`${String(minute)} ${String(index)}`} class="legend-item flag">
            <FlagSign /> {words("page-apdex-minute", { minute: String(minute + 1) })}: {textOf(flag)}
          </span>
        )),
      )}
    </p>
  );
}

function useText(answer: AnswerModel): (flag: MinuteFlag) => string {
  const { figures, report, result, told, words } = usePage();
  const startS = result.trials.find((one) => one.number === answer.decisive)?.started_s ?? 0;
  return ({ alarm, firing, places: [place, index] }) =>
    words("page-alarm-fires", {
      alarm: printable(alarm.name, LONGEST_NAME),
      at: figures.clock(startS + firing.fired_s),
      value: told(report.charts.alarms[place]?.[index]),
    });
}
