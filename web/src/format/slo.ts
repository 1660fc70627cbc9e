import { printable } from "./printable";
import type { Words } from "./words";

const SLO =
  /^(?:([^:]+):\s*)?(p[0-9.]+|errors|rate)\s*(<=|<|≤|±|\+\/?-)\s*([0-9.]+)\s*([uµμ]s|ms|s|min|m|h|%)$/;
const RELATIONS: Record<string, string> = { "<=": "≤", "+-": "±", "+/-": "±" };
const UNITS = {
  us: "microsecond",
  µs: "microsecond",
  μs: "microsecond",
  ms: "millisecond",
  s: "second",
  min: "minute",
  m: "minute",
  h: "hour",
  "%": "percent",
} as const;

/** An SLO as it is written, with air between its parts, in the reader's language. */
export function sloText(text: string, words: Words): string {
  const match = SLO.exec(text.trim());
  if (!match) return printable(text, 80);
  const [, operation, figure = "", relation = "", limit = "", unit = ""] = match;
  const name = figure === "errors" ? words("slo-errors") : figure === "rate" ? words("slo-rate") : figure;
  const decimals = limit.split(".")[1]?.length ?? 0;
  const number = words.figures.fixed(Number(limit), decimals);
  const shown = `${name} ${RELATIONS[relation] ?? relation} ${words.figures.unit(UNITS[unit as keyof typeof UNITS], number)}`;
  return operation === undefined ? shown : `${printable(operation, 60)}: ${shown}`;
}
