import type { Stop, StopRow, StopTable } from "../data/stops";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { KindMark, KINDS, useCauseName } from "../parts/CauseName";

/** What stopped whom: a row for each variant, start or trial, a column for each cause. */
export function StopsTable({ table }: { table: StopTable }) {
  const { words } = usePage();
  const nameOf = useCauseName();
  const title = {
    variant: words("page-column-variant"),
    start: words("page-column-start"),
    trial: words("page-column-trial"),
  }[table.by];
  const rowName = (row: StopRow): string =>
    ({ variant: variantName(row.variant), start: String(row.start), trial: String(row.trial) })[table.by];
  return (
    <>
      <div class="table-frame" tabIndex={0} role="region" aria-label={words("page-findings-table")}>
        <table class="stops">
          <caption class="visually-hidden">{words("page-findings-table")}</caption>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {table.causes.map((cause) => (
                <th key={cause} scope="col">
                  {nameOf(cause)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, place) => (
              <tr key={place}>
                <th scope="row">
                  <bdi>{rowName(row)}</bdi>
                </th>
                {table.causes.map((cause) => (
                  <StopCell key={cause} stop={row.stops.get(cause)} isCounted={table.by !== "trial"} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">
        {words("page-findings-counted", { by: table.by })}
        <Legend />
      </p>
    </>
  );
}

function StopCell({ stop, isCounted }: { stop: Stop | undefined; isCounted: boolean }) {
  const { words } = usePage();
  if (!stop) return <td class="spared">{NOTHING}</td>;
  const { kind, count, all, isStrongest } = stop;
  const strength = count === all ? "whole" : 2 * count >= all ? "most" : "some";
  const shown = isCounted ? words("page-findings-share", { count, all }) : "";
  return (
    <td class={`stop ${strength}`}>
      <KindMark kind={kind} /> {isStrongest ? <b>{shown}</b> : shown}
    </td>
  );
}

function Legend() {
  const { words } = usePage();
  return (
    <span class="kinds">
      {(["fact", "hypothesis"] as const).map((kind) => (
        <span key={kind}>
          <span class="kind" aria-hidden="true">
            {KINDS[kind]}
          </span>{" "}
          {words(`page-findings-${kind}`)}
        </span>
      ))}
    </span>
  );
}
