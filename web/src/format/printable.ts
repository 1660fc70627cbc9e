import { visibleLine } from "./visible";

/** Text from outside on one line of a bounded length. */
export function printable(text: string, limit = 500): string {
  const shown = visibleLine(text);
  return shown.length > limit ? `${shown.slice(0, limit - 1)}…` : shown;
}
