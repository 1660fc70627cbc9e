import type { ApdexModel, OperationMinutesModel } from "../data/result";
import { AlarmLegend, AlarmRow } from "./ApdexAlarms";
import { InjectionLegend, InjectionRow } from "./ApdexInjections";
import { operationName } from "../data/operations";
import { printable } from "../format/printable";
import { usePage } from "../page/context";

/** Ratings, the best first, each with its least score and a sign that needs no color. */
const RATINGS = [
  ["excellent", 0.94, "◆"],
  ["good", 0.85, "●"],
  ["fair", 0.7, "◐"],
  ["poor", 0.5, "○"],
  ["unacceptable", 0, "✕"],
] as const;

/** Minutes that have room for their score; narrower cells have the sign of their rating. */
const MOST_WITH_SCORES = 30;

/** Apdex of each operation, minute by minute: a cell is hatched where its interval has more than one rating. */
export function ApdexMinutes({ of }: { of: string }) {
  const { result, words } = usePage();
  const answer = result.answers[Number(of)];
  const rated = answer?.minutes?.operations.filter((one) => one.apdex.length > 0) ?? [];
  if (!answer || rated.length === 0) return null;
  const number = Math.max(...rated.map((one) => one.apdex.length));
  const step = number > 60 ? 10 : number > 20 ? 5 : 1;
  return (
    <>
      <div class="table-frame" tabIndex={0} role="region" aria-label={words("page-chart-apdex")}>
        <table class="apdex-map">
          <caption class="visually-hidden">{words("page-chart-apdex")}</caption>
          <thead>
            <InjectionRow answer={answer} minutes={number} />
            <AlarmRow answer={answer} minutes={number} />
            <tr>
              <th scope="col">{words("page-column-operation")}</th>
              {Array.from({ length: number }, (_, minute) => (
                <th key={minute} scope="col">
                  {(minute + 1) % step === 0 || minute === 0 ? minute + 1 : ""}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rated.map((one) => (
              <OperationRow key={one.operation} one={one} narrow={number > MOST_WITH_SCORES} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="legend apdex-legend">
        {RATINGS.map(([code, least, sign]) => (
          <span key={code} class="legend-item">
            <span class={`apdex-cell ${code}`} aria-hidden="true">
              {sign}
            </span>{" "}
            {words(`page-state-${code}`)} ≥ {least}
          </span>
        ))}
        <span class="legend-item">
          <span class="apdex-cell fair" aria-hidden="true">
            ◐
          </span>{" "}
          {words("page-apdex-sure")}
        </span>
        <span class="legend-item">
          <span class="apdex-cell fair unsure" aria-hidden="true">
            ◐
          </span>{" "}
          {words("page-apdex-unsure")}
        </span>
      </p>
      <InjectionLegend answer={answer} minutes={number} />
      <AlarmLegend answer={answer} minutes={number} />
    </>
  );
}

function OperationRow({ one, narrow }: { one: OperationMinutesModel; narrow: boolean }) {
  const { result } = usePage();
  const target = one.apdex[0]?.target_s;
  const name = printable(operationName(one.operation, result.run), 40);
  return (
    <tr>
      <th scope="row">
        {name}
        {target != null && ` [${String(target)}]`}
      </th>
      {one.apdex.map((cell, minute) => (
        <MinuteCell key={minute} cell={cell} minute={minute + 1} narrow={narrow} />
      ))}
    </tr>
  );
}

function MinuteCell({ cell, minute, narrow }: { cell: ApdexModel; minute: number; narrow: boolean }) {
  const { words } = usePage();
  if (cell.score === null || cell.rating === null)
    return <td class="apdex-cell none">{narrow ? "" : "NS"}</td>;
  const sign = RATINGS.find(([code]) => code === cell.rating)?.[2] ?? "";
  const score = `${cell.text.split(" ")[0] ?? ""}${cell.text.endsWith("*") ? "*" : ""}`;
  const bounds = `${(cell.low ?? 0).toFixed(3)}–${(cell.high ?? 0).toFixed(3)}`;
  const title = `${words("page-apdex-minute", { minute: String(minute) })}: ${score} (${bounds}), ${words(
    `page-state-${cell.rating}`,
  )}, ${String(cell.samples)}`;
  return (
    <td class={`apdex-cell ${cell.rating} ${cell.is_sure ? "" : "unsure"}`} title={title}>
      {narrow ? sign : `${sign} ${score}`}
    </td>
  );
}
