import { type ComponentChildren, Fragment } from "preact";
import { useState } from "preact/hooks";

import { usePage } from "../page/context";

export interface Cell {
  shown: ComponentChildren;
  /** What it is sorted by; null goes last. */
  by: number | string | null;
}

export interface Row {
  cells: readonly Cell[];
  /** What stands below the cells over the whole width, such as a reason. */
  detail?: ComponentChildren;
  /** On a ground of its own, so that rows that belong together are seen to. */
  banded?: boolean;
}

export interface Column {
  title: string;
  figures?: boolean;
  wraps?: boolean;
}

interface Props {
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Rows that stay below the others, such as a sum. */
  foot?: readonly Row[];
}

export function SortableTable({ caption, columns, rows, foot = [] }: Props) {
  const { words } = usePage();
  const [sorted, setSorted] = useState<{ column: number; down: boolean } | null>(null);
  const shown = sorted ? [...rows].sort(order(sorted.column, sorted.down)) : rows;
  const direction = (column: number) =>
    sorted?.column === column ? (sorted.down ? "descending" : "ascending") : "none";
  const turn = (column: number): void => {
    setSorted(
      sorted?.column === column ? (sorted.down ? null : { column, down: true }) : { column, down: false },
    );
  };
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.title} scope="col" class={kind(column)} aria-sort={direction(index)}>
                <button
                  type="button"
                  title={words("page-sort-by", { column: column.title })}
                  onClick={() => {
                    turn(index);
                  }}
                >
                  {column.title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{shown.map((row, index) => tableRow(row, columns, index))}</tbody>
        {foot.length > 0 && <tfoot>{foot.map((row, index) => tableRow(row, columns, index))}</tfoot>}
      </table>
    </div>
  );
}

function tableRow({ cells, detail, banded }: Row, columns: readonly Column[], index: number) {
  const ground = banded ? "banded" : "";
  return (
    <Fragment key={index}>
      <tr class={`${detail ? "detailed" : ""} ${ground}`.trim() || undefined}>
        {cells.map((cell, place) => (
          <td key={place} class={kind(columns[place])}>
            {cell.shown}
          </td>
        ))}
      </tr>
      {detail && (
        <tr class={`detail ${ground}`.trim()}>
          <td />
          <td colSpan={cells.length - 1}>{detail}</td>
        </tr>
      )}
    </Fragment>
  );
}

function kind(column: Column | undefined): string {
  return `${column?.figures ? "figures" : "words"}${column?.wraps ? " wraps" : ""}`;
}

function order(column: number, down: boolean) {
  return (first: Row, second: Row): number => {
    const [a, b] = [first.cells[column]?.by ?? null, second.cells[column]?.by ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const compared =
      typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
    return down ? -compared : compared;
  };
}
