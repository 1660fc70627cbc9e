import { Fragment } from "preact";
import { useState } from "preact/hooks";

import { type Cell, type Column, partsOf, type TableBlock } from "../data/document";
import { usePage } from "../page/context";
import { KindMark, isKind } from "./KindMark";
import { ShowStart } from "./ShowStart";
import { StateText } from "./StateText";

interface Row {
  cells: readonly Cell[];
  tone: string;
  detail: string;
  isBanded: boolean;
}

/** A table of typed cells: sorted by their values, or by their texts where they have none. */
export function Table({ table, caption }: { table: TableBlock; caption: string }) {
  const { words, told } = usePage();
  const [sorted, setSorted] = useState<{ column: number; down: boolean } | null>(null);
  const rows = table.rows.map<Row>((cells, at) => ({
    cells,
    tone: table.tones?.[at] ?? "",
    detail: told(table.details?.[at]),
    isBanded: table.banded?.[at] ?? false,
  }));
  const body = rows.slice(0, rows.length - (table.totals ?? 0));
  const shown = sorted ? body.sort(order(sorted.column, sorted.down, told)) : body;
  const direction = (column: number) =>
    sorted?.column === column ? (sorted.down ? "descending" : "ascending") : "none";
  const turn = (column: number): void => {
    setSorted(
      sorted?.column === column ? (sorted.down ? null : { column, down: true }) : { column, down: false },
    );
  };
  const foot = rows.slice(body.length);
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {table.columns.map((column, index) => (
              <th key={index} scope="col" class={kindOf(column)} aria-sort={direction(index)}>
                <button
                  type="button"
                  title={words("page-sort-by", { column: told(column.title) })}
                  onClick={() => {
                    turn(index);
                  }}
                >
                  {told(column.title)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <TableRow key={at} row={row} columns={table.columns} />
          ))}
        </tbody>
        {foot.length > 0 && (
          <tfoot>
            {foot.map((row, at) => (
              <TableRow key={at} row={row} columns={table.columns} />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

function TableRow({ row, columns }: { row: Row; columns: readonly Column[] }) {
  const ground = row.isBanded ? "banded" : "";
  return (
    <Fragment>
      <tr class={`${row.detail ? "detailed" : ""} ${ground}`.trim() || undefined}>
        {row.cells.map((cell, place) => (
          <TableCell key={place} cell={cell} column={columns[place]} tone={row.tone} />
        ))}
      </tr>
      {row.detail && (
        <tr class={`detail ${ground}`.trim()}>
          <td />
          <td colSpan={row.cells.length - 1}>{row.detail}</td>
        </tr>
      )}
    </Fragment>
  );
}

function TableCell({ cell, column, tone }: { cell: Cell; column: Column | undefined; tone: string }) {
  const { told } = usePage();
  const { text, value, kind, code } = partsOf(cell);
  const shown = told(text);
  if (isKind(code)) {
    const strength = value === 1 ? "whole" : (value ?? 0) >= 0.5 ? "most" : "some";
    return (
      <td class={`${kindOf(column)} stop ${strength}`}>
        <KindMark kind={code} /> {shown}
      </td>
    );
  }
  return (
    <td class={kindOf(column)}>
      {kind === "start" && value !== null ? (
        <ShowStart variant={code || null} start={value} />
      ) : column?.toned && tone ? (
        <StateText tone={tone} code={code} text={shown} />
      ) : (
        <bdi class={code === "too-few" ? "few" : undefined}>{shown}</bdi>
      )}
    </td>
  );
}

function kindOf(column: Column | undefined): string {
  const detail = column?.detail ? " of-detail" : "";
  return `${column?.figures === false ? "words" : "figures"}${column?.wraps ? " wraps" : ""}${detail}`;
}

function order(column: number, down: boolean, told: (text: Cell & (string | number)) => string) {
  const by = (row: Row): number | string | null => {
    const cell = row.cells[column];
    if (cell === undefined) return null;
    const { text, value, kind } = partsOf(cell);
    return value ?? (kind === "" || kind === "state" ? told(text) : null);
  };
  return (first: Row, second: Row): number => {
    const [a, b] = [by(first), by(second)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const compared =
      typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
    return down ? -compared : compared;
  };
}
