/** The p99 of every judged trial against its rate, variant by variant, on scales that all share. */
import { leadingRanking } from "./ranks";
import type { ResultModel, TrialModel } from "./result";
import { isJudged, rateOf, type Shade, shadeOf } from "./verdict";
import { callsNeeded } from "../format/figures";

export interface BreakPoint {
  trial: number;
  rate: number;
  p99: number;
  shade: Shade;
}

export interface Panel {
  variant: string | null;
  /** The points of each start, by rate. */
  starts: { start: number; points: BreakPoint[] }[];
  /** From which rate on the p99 grows steeply, by the last ranking that knows: the one that searched. */
  breaksAt: number | null;
}

export interface BreakPanels {
  panels: Panel[];
  mostRate: number;
  p99: { low: number; high: number };
}

/** Null where no variant was measured at two rates. */
export function breakPanels(result: ResultModel): BreakPanels | null {
  const shown = result.trials.filter(
    (trial) => isJudged(trial) && !trial.superseded && knownP99(trial) !== null,
  );
  const panels = variantsInOrder(result).map((variant) => panelOf(variant, shown, result));
  const points = panels.flatMap((panel) => panel.starts.flatMap((start) => start.points));
  const compared = panels.some(
    (panel) => new Set(panel.starts.flatMap((start) => start.points.map((point) => point.rate))).size > 1,
  );
  if (!compared) return null;
  const limits = result.run.slos.map((slo) => slo.threshold_ms).filter((limit) => limit !== null);
  const times = [...points.map((point) => point.p99), ...limits];
  return {
    panels: panels.filter((panel) => panel.starts.length > 0),
    mostRate: Math.max(...points.map((point) => point.rate)) * 1.06,
    p99: { low: Math.min(...times) / 1.3, high: Math.max(...times) * 1.3 },
  };
}

/** In the order of their ranks, then as they were run. */
export function variantsInOrder(result: ResultModel): (string | null)[] {
  const rankings = [leadingRanking(result), ...result.rankings].filter((one) => one !== undefined);
  const ranked = rankings.flatMap((ranking) => ranking.variants.map((variant) => variant.variant));
  return [...new Set([...ranked, ...result.trials.map((trial) => trial.variant)])];
}

function panelOf(variant: string | null, trials: readonly TrialModel[], result: ResultModel): Panel {
  const own = trials.filter((trial) => trial.variant === variant);
  const numbers = [...new Set(own.map((trial) => trial.start))].sort((a, b) => a - b);
  const ranked = [...result.rankings].reverse().flatMap((ranking) => ranking.variants);
  return {
    variant,
    starts: numbers.map((start) => ({
      start,
      points: own
        .filter((trial) => trial.start === start)
        .map((trial) => ({
          trial: trial.number,
          rate: rateOf(trial),
          p99: knownP99(trial) ?? 0,
          shade: shadeOf(trial),
        }))
        .sort((a, b) => a.rate - b.rate),
    })),
    breaksAt: ranked.find((one) => one.variant === variant && one.breaks_at !== null)?.breaks_at ?? null,
  };
}

function knownP99({ measurement: { response_ms: times, completed } }: TrialModel): number | null {
  return completed >= callsNeeded("p99") && times.p99 !== null && times.p99 > 0 ? times.p99 : null;
}
