import { useMemo } from "preact/hooks";

import { type FlaggedAlarm, flaggedAlarms, phaseAt } from "../data/alarms";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import type { LegendItem } from "./ChartFrame";

const LONGEST_NAME = 40;
/** Firings of one alarm that a legend has the times of. */
const MOST_TIMES = 3;

export interface Flags {
  alarms: readonly FlaggedAlarm[];
  /** Text for the name of a chart; empty if no alarm fired. */
  summary: string;
  /** An entry for each alarm with the times of its firings, and its phase at an instant. */
  legend: (atS: number | undefined) => LegendItem[];
}

/** Alarms that fired in the trials of the page. */
export function useFlags(): Flags {
  const { result, figures, words } = usePage();
  const alarms = useMemo(() => flaggedAlarms(result), [result]);
  return useMemo(() => {
    const labels = alarms.map(({ name, flags }) => {
      const times = flags
        .slice(0, MOST_TIMES)
        .map(({ firedS, endS }) => `${figures.clock(firedS)}–${figures.clock(endS)}`);
      const more = flags.length - times.length;
      if (more > 0) times.push(words("page-alarm-times-more", { count: more }));
      return `${printable(name, LONGEST_NAME)} ${times.join(words("list-commas"))}`;
    });
    return {
      alarms,
      summary:
        labels.length > 0 ? words("page-chart-alarms", { alarms: labels.join(words("list-clauses")) }) : "",
      legend: (atS) =>
        alarms.map((alarm, place) => {
          const phase = atS === undefined ? null : phaseAt(alarm, atS);
          const value = phase === null ? "" : words(`page-alarm-${phase}`);
          return { label: labels[place] ?? "", stroke: "alarm", isFlag: true, value };
        }),
    };
  }, [alarms, figures, words]);
}
