import { Fragment } from "preact";

import type { Figures } from "../format/figures";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import type { Catalogue } from "../text/en";

const UNITS: Record<string, string> = { s: "s", ms: "ms", mib: "MiB", gib: "GiB", mhz: "MHz", percent: "%" };

/** Names with their values, from keys that carry their units, as `report/facts.py` writes them. */
export function Facts({ facts }: { facts: Record<string, unknown> }) {
  const { words, figures } = usePage();
  const entries = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
  if (entries.length === 0) return <p>{words.method.notRecorded}</p>;
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

function fact(key: string, value: unknown, words: Catalogue, figures: Figures): [string, string] {
  const cut = key.lastIndexOf("_");
  const unit = cut > 0 && typeof value === "number" ? UNITS[key.slice(cut + 1)] : undefined;
  const name = printable((unit ? key.slice(0, cut) : key).replaceAll("_", " "), 60);
  if (unit === "s" && isWhole(value as number))
    return [words.factNames[name] ?? name, figures.duration(value as number)];
  const shownUnits: Record<string, string> = {
    s: words.seconds,
    ms: words.ms,
    MiB: words.mib,
    GiB: words.gib,
  };
  const suffix = unit && (shownUnits[unit] ?? unit);
  const shown = valueText(value, words, figures);
  return [words.factNames[name] ?? name, suffix ? `${shown} ${suffix}` : shown];
}

/** A duration whose own units lose nothing of it. */
function isWhole(seconds: number): boolean {
  return seconds >= 60 && seconds % (seconds < 3600 ? 1 : 60) === 0;
}

function valueText(value: unknown, words: Catalogue, figures: Figures): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return Number.isInteger(value) ? figures.count(value) : figures.exact(value);
  if (Array.isArray(value)) return value.map((inner) => valueText(inner, words, figures)).join(", ");
  if (typeof value === "object") {
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => fact(key, inner, words, figures).join(" "))
      .join(", ");
  }
  return printable(typeof value === "string" ? value : JSON.stringify(value), 500);
}
