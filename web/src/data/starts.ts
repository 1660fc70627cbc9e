/** The starts of a study: which there were, which one stands for the others, and the data of one alone. */
import { leadingRanking } from "./ranks";
import type { DrawnSeries } from "./read";
import type { EventModel, ResultModel, TrialModel } from "./result";
import type { ResponseCurves, StartSpan } from "./series";
import { decisiveOf } from "./verdict";

export interface Data {
  result: ResultModel;
  series: DrawnSeries;
}

type OfStart = Pick<StartSpan, "variant" | "start">;

export function isOfStart(one: OfStart, span: OfStart): boolean {
  return one.variant === span.variant && one.start === span.start;
}

/** The place of the start that is shown first: the typical one of the best variant, or that of the first answer. */
export function firstShown(result: ResultModel, starts: readonly StartSpan[]): number {
  const ranked = leadingRanking(result)?.variants.find((variant) => variant.typical !== null);
  const wanted = ranked ? { variant: ranked.variant, start: ranked.typical ?? 0 } : decisiveOf(result);
  return Math.max(0, wanted ? starts.findIndex((span) => isOfStart(span, wanted)) : 0);
}

/** The start that an event belongs to; none where it failed before its load, or for what was between starts. */
export function startOfEvent(
  event: EventModel,
  trials: readonly TrialModel[],
  starts: readonly StartSpan[],
): StartSpan | undefined {
  if (event.start > 0) return starts.find((span) => isOfStart(span, event));
  const trial = event.trial === null ? undefined : trials.find((one) => one.number === event.trial);
  if (trial) return starts.find((span) => isOfStart(span, trial));
  // A load without a study has one stretch and counts no starts.
  const countsStarts = starts.some((span) => span.start > 0);
  return countsStarts ? undefined : starts.find((span) => event.at_s <= span.end_s);
}

/** What belongs to one start, its times counted from the begin of its load. */
export function cutDown({ result, series }: Data, span: StartSpan): Data {
  const begin = span.begin_s;
  const trials = result.trials.filter((trial) => isOfStart(trial, span));
  const events = result.run.events.filter(
    (event) => startOfEvent(event, result.trials, series.starts) === span,
  );
  const answers = result.answers.filter((answer) => isOfStart(answer, span));
  return {
    result: {
      ...result,
      answers,
      leading_answer: null,
      decisive: answers.find((answer) => answer.decisive !== null)?.decisive ?? null,
      trials: trials.map((trial) => ({
        ...trial,
        started_s: trial.started_s - begin,
        span_begin_s: trial.span_begin_s - begin,
        span_end_s: trial.span_end_s - begin,
      })),
      run: {
        ...result.run,
        duration_s: span.end_s - begin,
        events: events.map((event) => ({ ...event, at_s: event.at_s - begin })),
      },
    },
    series: {
      ...cutSeries(
        series,
        span,
        isAmongOthers(span, series.starts) ? trials.filter((trial) => !trial.superseded) : null,
      ),
      curves: curvesOf(series.curves, trials),
    },
  };
}

/** The curves of some of the trials, in the order of the whole. */
function curvesOf({ nines, trials }: ResponseCurves, of: readonly TrialModel[]): ResponseCurves {
  const numbers = new Set(of.map((trial) => trial.number));
  return { nines, trials: trials.filter((curve) => numbers.has(curve.trial)) };
}

/** Whether others were up at the same time, as in a round of a comparison: some of its load was theirs. */
function isAmongOthers(span: StartSpan, starts: readonly StartSpan[]): boolean {
  return starts.some(
    (other) => other !== span && other.begin_s < span.end_s - 1 && other.end_s > span.begin_s + 1,
  );
}

/** With `trials` only the steps that lie in one of them for the greater part. */
function cutSeries(
  { load, failures, operations, heat, readings, starts }: DrawnSeries,
  span: StartSpan,
  trials: readonly TrialModel[] | null,
): Omit<DrawnSeries, "curves"> {
  const ownOf = (times: readonly number[], step: number) => {
    const [first, end] = within(times, span);
    const isOwn = (middle: number): boolean =>
      trials?.some((one) => middle >= one.started_s && middle <= one.started_s + one.duration_s) ?? true;
    return <Item>(items: readonly Item[]): Item[] =>
      items.slice(first, end).filter((_, place) => isOwn((times[first + place] ?? 0) + step / 2));
  };
  const own = ownOf(load.at_s, load.step_s);
  const ownColumns = ownOf(heat.at_s, heat.step_s);
  const shift = (at: number): number => at - span.begin_s;
  return {
    starts,
    load: {
      step_s: load.step_s,
      at_s: own(load.at_s).map(shift),
      due_per_s: own(load.due_per_s),
      done_per_s: own(load.done_per_s),
      missing_per_s: own(load.missing_per_s),
      p50_ms: own(load.p50_ms),
      p95_ms: own(load.p95_ms),
      p99_ms: own(load.p99_ms),
      in_flight: own(load.in_flight),
      users: own(load.users),
    },
    failures: failures.map((failure) => ({ ...failure, per_s: own(failure.per_s) })),
    operations: operations.map((operation) => ({
      ...operation,
      due_per_s: own(operation.due_per_s),
      p95_ms: own(operation.p95_ms),
    })),
    heat: {
      ...heat,
      at_s: ownColumns(heat.at_s).map(shift),
      counts: ownColumns(heat.counts),
    },
    readings: readings.flatMap((reading) => {
      const [from, to] = within(reading.at_s, span);
      const cut = { at_s: reading.at_s.slice(from, to).map(shift), value: reading.value.slice(from, to) };
      return to > from ? [{ ...reading, ...cut }] : [];
    }),
  };
}

/** The places of ascending times that lie within a span; a step that begins at its begin may be rounded to before it. */
function within(times: readonly number[], { begin_s: begin, end_s: end }: StartSpan): [number, number] {
  const rounding = 0.06;
  const first = times.findIndex((at) => at >= begin - rounding);
  if (first < 0) return [0, 0];
  const after = times.findIndex((at, place) => place >= first && at > end + rounding);
  return [first, after < 0 ? times.length : after];
}
