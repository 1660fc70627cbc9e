/** Firings of alarms on the time axis of the charts. */
import type { AlarmFiringModel, AlarmModel, AnswerModel, ResultModel } from "./result";

/** Firing of an alarm, in seconds on the axis of the charts. */
export interface Flag {
  pendingS: number;
  firedS: number;
  endS: number;
}

/** Alarm that fired in a trial of the page. */
export interface FlaggedAlarm {
  /** Index in the result. */
  place: number;
  name: string;
  /** In the order of time. */
  flags: Flag[];
}

/** Alarms that fired in the trials of a result. */
export function flaggedAlarms({ alarms, trials }: Pick<ResultModel, "alarms" | "trials">): FlaggedAlarm[] {
  const byNumber = new Map(trials.map((trial) => [trial.number, trial]));
  return alarms.flatMap(({ name, firings }, place) => {
    const flags = firings.flatMap((firing): Flag[] => {
      const trial = byNumber.get(firing.trial);
      if (trial === undefined) return [];
      const at = (seconds: number): number => trial.started_s + seconds;
      const [pendingS, firedS] = [at(firing.pending_s), at(firing.fired_s)];
      return [{ pendingS, firedS, endS: at(firing.ended_s ?? trial.duration_s) }];
    });
    flags.sort((a, b) => a.firedS - b.firedS);
    return flags.length > 0 ? [{ place, name, flags }] : [];
  });
}

/** Phase of an alarm at an instant; null: it is inactive. */
export function phaseAt({ flags }: FlaggedAlarm, atS: number): "pending" | "firing" | null {
  if (flags.some((flag) => flag.firedS <= atS && atS < flag.endS)) return "firing";
  return flags.some((flag) => flag.pendingS <= atS && atS < flag.firedS) ? "pending" : null;
}

/** Firing within a minute of an answer. */
export interface MinuteFlag {
  alarm: AlarmModel;
  firing: AlarmFiringModel;
  /** Indices of the alarm and of its firing. */
  places: [alarm: number, firing: number];
}

const MINUTE_S = 60;

/** Firings by minute of an answer with minutes. */
export function flagsByMinute(
  alarms: readonly AlarmModel[],
  { minutes, decisive }: AnswerModel,
): Map<number, MinuteFlag[]> {
  const found = new Map<number, MinuteFlag[]>();
  if (!minutes) return found;
  alarms.forEach((alarm, place) => {
    alarm.firings.forEach((firing, index) => {
      if (firing.trial !== decisive) return;
      const minute = Math.floor((firing.fired_s - minutes.begin_s) / MINUTE_S);
      found.set(minute, [...(found.get(minute) ?? []), { alarm, firing, places: [place, index] }]);
    });
  });
  return found;
}
