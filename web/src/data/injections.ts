/** Occurrences of injections on the time axis of the charts. */
import type { AnswerModel, OccurrenceModel, ResultModel, TrialModel } from "./result";

/** Occurrence of an injection, in seconds on the axis of the charts. */
export interface InjectionBand {
  trial: number;
  state: OccurrenceModel["state"];
  beginS: number;
  /** Start of the undo; the end of the trial if the run was cut before. */
  endS: number;
  /** Instant at which nothing was left; the end of the trial if that was not seen. */
  undoneS: number;
  /** Null: no recovery was seen. */
  recoveredS: number | null;
}

/** Injection that occurred in a trial of the page. */
export interface DrawnInjection {
  name: string;
  kind: string;
  /** Number of its pattern: the same for one name in all charts and starts. */
  pattern: number;
  /** In the order of time. */
  bands: InjectionBand[];
}

export type InjectionPhase = "active" | "failed" | "undo" | "not-undone" | "recovery";

/** Injections that occurred in the trials of a result. */
export function drawnInjections({
  injections,
  trials,
}: Pick<ResultModel, "injections" | "trials">): DrawnInjection[] {
  const byNumber = new Map(trials.map((trial) => [trial.number, trial]));
  const names = [...new Set(injections.map(({ name }) => name))];
  return injections.flatMap(({ name, kind, occurrences }) => {
    const bands = occurrences.flatMap((occurrence) => {
      const trial = byNumber.get(occurrence.trial);
      return trial === undefined ? [] : [bandOf(occurrence, trial)];
    });
    bands.sort((a, b) => a.beginS - b.beginS);
    return bands.length > 0 ? [{ name, kind, pattern: names.indexOf(name), bands }] : [];
  });
}

function bandOf(occurrence: OccurrenceModel, trial: TrialModel): InjectionBand {
  const { begun_s, ended_s, undone_s, state, effect } = occurrence;
  const endOfTrialS = Math.max(begun_s, trial.duration_s);
  const endS = ended_s ?? endOfTrialS;
  const recoveryS = effect?.recovery_s ?? null;
  return {
    trial: trial.number,
    state,
    beginS: trial.started_s + begun_s,
    endS: trial.started_s + endS,
    undoneS: trial.started_s + Math.max(endS, undone_s ?? endOfTrialS),
    recoveredS: undone_s === null || recoveryS === null ? null : trial.started_s + undone_s + recoveryS,
  };
}

/** Phase of a band at an instant; null: nothing is left of the problem, nor of its effect. */
function phaseOfBand(
  { state, beginS, endS, undoneS, recoveredS }: InjectionBand,
  atS: number,
): InjectionPhase | null {
  if (atS < beginS) return null;
  if (atS < endS) return state === "failed" ? "failed" : "active";
  if (atS < undoneS) return state === "not_undone" ? "not-undone" : "undo";
  return recoveredS !== null && atS < recoveredS ? "recovery" : null;
}

/** Phase of an injection at an instant, that of its latest occurrence first; null: it is inactive. */
export function injectionPhaseAt({ bands }: DrawnInjection, atS: number): InjectionPhase | null {
  return bands.reduce<InjectionPhase | null>((before, band) => phaseOfBand(band, atS) ?? before, null);
}

/** Injection in a minute of an answer. */
export interface MinuteInjection {
  injection: DrawnInjection;
  band: InjectionBand;
  /** True if the time for the undo had ended, and something of the problem was left. */
  isLeft: boolean;
}

const MINUTE_S = 60;

/** Injections in each minute of an answer with minutes, from the start of the problem to its undo. */
export function injectionsByMinute(
  { injections, trials }: Pick<ResultModel, "injections" | "trials">,
  { minutes, decisive }: AnswerModel,
  count: number,
): MinuteInjection[][] {
  const trial = trials.find(({ number }) => number === decisive);
  const found: MinuteInjection[][] = Array.from({ length: count }, () => []);
  if (!minutes || !trial) return found;
  const firstS = trial.started_s + minutes.begin_s;
  for (const injection of drawnInjections({ injections, trials: [trial] })) {
    for (const band of injection.bands) {
      found.forEach((held, minute) => {
        const [beginS, endS] = [firstS + minute * MINUTE_S, firstS + (minute + 1) * MINUTE_S];
        if (band.beginS >= endS || Math.max(band.undoneS, band.beginS + 1e-3) <= beginS) return;
        held.push({ injection, band, isLeft: band.state === "not_undone" && band.endS < endS });
      });
    }
  }
  return found;
}
