import type { AnswerModel, TrendModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { startName, useStarts } from "../page/starts";
import { rateCell, textCell } from "../parts/cells";
import { Told } from "../parts/Told";
import { Section } from "../parts/Section";
import { type Row, SortableTable } from "../parts/SortableTable";
import { StateMark } from "../parts/StateMark";
import { AnswerMetrics } from "./AnswerMetrics";

/** Answers that a reader takes in at a glance; more are folded. */
const MOST_UNFOLDED = 8;

/** What each method said of each start of each variant, and how the figures of a soak moved. */
export function Answers() {
  const { result, words } = usePage();
  const soaks = result.answers.filter((answer) => answer.trends.length > 0);
  const count = result.answers.length;
  if (count === 0) return null;
  return (
    <Section id="answers" title={words("page-section-answers")}>
      {result.rankings.length > 0 || count > MOST_UNFOLDED ? (
        <details class="fold">
          <summary>{words("page-all-answers", { count })}</summary>
          <AnswersTable answers={result.answers} />
        </details>
      ) : (
        <AnswersTable answers={result.answers} />
      )}
      <AnswerMetrics answers={result.answers} />
      {soaks.map((answer) => (
        <TrendsTable key={`${answer.variant ?? ""} ${answer.start}`} answer={answer} />
      ))}
    </Section>
  );
}

function AnswersTable({ answers }: { answers: readonly AnswerModel[] }) {
  const { words, figures } = usePage();
  const several = answers.some((answer) => answer.variant !== null);
  const restarted = new Set(answers.map((answer) => answer.start)).size > 1;
  const estimated = answers.some((answer) => answer.estimate !== null);
  const columns = [
    ...(several ? [{ title: words("page-column-variant") }] : []),
    ...(restarted ? [{ title: words("page-column-start"), figures: true }] : []),
    { title: words("page-column-method") },
    { title: words("page-column-outcome") },
    { title: words("page-column-rate"), figures: true },
    { title: words("page-column-n"), figures: true },
    ...(estimated ? [{ title: words("page-column-estimate"), figures: true }] : []),
    { title: words("page-column-interval"), figures: true },
    { title: words("page-column-held"), figures: true },
  ];
  const rows = answers.map((answer): Row => ({
    cells: [
      ...(several ? [textCell(answer.variant ?? NOTHING)] : []),
      ...(restarted ? [{ shown: answer.start, by: answer.start }] : []),
      textCell(words.named("page-method-", answer.method) ?? answer.method),
      { shown: <StateMark state={answer.outcome} tone={answer.tone} />, by: answer.outcome },
      answer.rate === 0 && answer.users
        ? { shown: words("page-users", { count: answer.users }), by: 0 }
        : rateCell(answer.rate, figures),
      rateCell(answer.n, figures),
      ...(estimated ? [rateCell(answer.estimate, figures)] : []),
      {
        shown:
          answer.low === null && answer.high === null
            ? NOTHING
            : `${figures.rate(answer.low)} – ${figures.rate(answer.high)}`,
        by: answer.low,
      },
      { shown: answer.hold_s === null ? NOTHING : figures.duration(answer.hold_s), by: answer.hold_s },
    ],
    detail: answer.reason && <Told text={answer.reason} />,
  }));
  return <SortableTable caption={words("page-section-answers")} columns={columns} rows={rows} />;
}

function TrendsTable({ answer }: { answer: AnswerModel }) {
  const { words, figures, told } = usePage();
  const unit = (trend: TrendModel): string => printable(told(trend.unit), 20);
  const columns = [
    { title: words("page-column-figure") },
    { title: words("page-column-begin"), figures: true },
    { title: words("page-column-end"), figures: true },
    { title: words("page-column-per-hour"), figures: true },
    { title: words("page-column-interval95"), figures: true },
    { title: words("page-column-says"), wraps: true },
  ];
  const signed = (value: number): string => (value > 0 ? "+" : "") + figures.rate(value);
  // A figure that stood in one bucket of its histogram moved by less than can be told, which is no slope of zero.
  const unmoved = (trend: TrendModel): boolean =>
    [trend.per_hour, trend.per_hour_low, trend.per_hour_high].every((value) => figures.rate(value) === "0");
  const perHour = (trend: TrendModel): string => {
    if (trend.shape === "cannot_tell") return NOTHING;
    return unmoved(trend) ? words("page-unmoved") : `${signed(trend.per_hour)} ${unit(trend)}`;
  };
  const row = (trend: TrendModel): Row => ({
    cells: [
      textCell(told(trend.figure)),
      { shown: `${figures.rate(trend.begin)} ${unit(trend)}`, by: trend.begin },
      { shown: `${figures.rate(trend.end)} ${unit(trend)}`, by: trend.end },
      {
        shown: perHour(trend),
        by: trend.per_hour,
      },
      {
        shown: unmoved(trend) ? NOTHING : `${signed(trend.per_hour_low)} … ${signed(trend.per_hour_high)}`,
        by: trend.per_hour_low,
      },
      {
        shown: (
          <span class={trend.rises ? "state failed" : undefined}>
            {trend.rises ? "↗ " : ""}
            <Told text={trend.text} />
          </span>
        ),
        by: Number(trend.rises),
      },
    ],
  });
  const starts = useStarts();
  const of = starts ? startName(answer, words) : answer.variant === null ? "" : printable(answer.variant, 60);
  const title = of ? words("page-label", { label: words("page-trends") }) + of : words("page-trends");
  return (
    <>
      <h3>{title}</h3>
      <SortableTable caption={title} columns={columns} rows={answer.trends.map(row)} />
    </>
  );
}
