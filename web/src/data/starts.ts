/** The starts of a study: which there were, which one stands for the others, and the data of one alone. */
import { leadingRanking } from "./ranks";
import type { DrawnSeries } from "./read";
import type { EventModel, ResultModel, TrialModel } from "./result";
import type { StartSpan } from "./series";
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
    series: cutSeries(series, span),
  };
}

function cutSeries({ load, operations, heat, readings, starts }: DrawnSeries, span: StartSpan): DrawnSeries {
  const [first, end] = within(load.at_s, span);
  const [firstColumn, endColumn] = within(heat.at_s, span);
  const shifted = (times: readonly number[], from: number, to: number): number[] =>
    times.slice(from, to).map((at) => at - span.begin_s);
  return {
    starts,
    load: {
      step_s: load.step_s,
      at_s: shifted(load.at_s, first, end),
      due_per_s: load.due_per_s.slice(first, end),
      done_per_s: load.done_per_s.slice(first, end),
      missing_per_s: load.missing_per_s.slice(first, end),
      p50_ms: load.p50_ms.slice(first, end),
      p95_ms: load.p95_ms.slice(first, end),
      p99_ms: load.p99_ms.slice(first, end),
      in_flight: load.in_flight.slice(first, end),
    },
    operations: operations.map((operation) => ({
      ...operation,
      due_per_s: operation.due_per_s.slice(first, end),
      p95_ms: operation.p95_ms.slice(first, end),
    })),
    heat: {
      ...heat,
      at_s: shifted(heat.at_s, firstColumn, endColumn),
      counts: heat.counts.slice(firstColumn, endColumn),
    },
    readings: readings.flatMap((reading) => {
      const [from, to] = within(reading.at_s, span);
      const cut = { at_s: shifted(reading.at_s, from, to), value: reading.value.slice(from, to) };
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
