import { Fragment } from "preact";

import type { Figures } from "../format/figures";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import type { Words } from "../format/words";

const UNITS: Record<string, "second" | "millisecond" | "mebibyte" | "gibibyte" | "percent" | "MHz"> = {
  s: "second",
  ms: "millisecond",
  mib: "mebibyte",
  gib: "gibibyte",
  mhz: "MHz",
  percent: "percent",
};

/** Names with their values, from keys that carry their units, as `render/facts.py` writes them. */
export function Facts({ facts }: { facts: Record<string, unknown> }) {
  const { words, figures } = usePage();
  const entries = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
  if (entries.length === 0) return <p>{words("page-about-not-recorded")}</p>;
  return (
    <dl class="facts">
      {entries.map(([key, value]) => {
        const [name, text] = fact(key, value, words, figures);
        return (
          <Fragment key={key}>
            <dt>{name}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

function fact(key: string, value: unknown, words: Words, figures: Figures): [string, string] {
  const cut = key.lastIndexOf("_");
  const unit = cut > 0 && typeof value === "number" ? UNITS[key.slice(cut + 1)] : undefined;
  const name = factName((unit ? key.slice(0, cut) : key).replaceAll("_", " "), words);
  if (unit === "second" && isWhole(value as number)) return [name, figures.duration(value as number)];
  const shown = valueText(value, words, figures);
  if (!unit) return [name, shown];
  return [name, unit === "MHz" ? `${shown} MHz` : figures.unit(unit, shown)];
}

/** The name of a setting or a fact, a setting of one method with it before; as it is where it is not known. */
export function factName(name: string, words: Words): string {
  const [method = "", ...rest] = name.split(" ");
  const known = words.named("page-fact-", name);
  if (known !== null) return known;
  const methodName = words.named("page-method-", method);
  const setting = words.named("page-fact-", rest.join(" "));
  if (methodName === null || setting === null) return printable(name, 60);
  return words("page-fact-of-method", { method: methodName, fact: setting });
}

/** A duration whose own units lose nothing of it. */
function isWhole(seconds: number): boolean {
  return seconds >= 60 && seconds % (seconds < 3600 ? 1 : 60) === 0;
}

function valueText(value: unknown, words: Words, figures: Figures): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "boolean") return value ? words("page-yes") : words("page-no");
  if (typeof value === "number") return Number.isInteger(value) ? figures.count(value) : figures.rate(value);
  if (Array.isArray(value))
    return value.map((inner) => valueText(inner, words, figures)).join(words("list-commas"));
  if (typeof value === "object") {
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => fact(key, inner, words, figures).join(" "))
      .join(words("list-commas"));
  }
  return printable(typeof value === "string" ? value : JSON.stringify(value), 500);
}
