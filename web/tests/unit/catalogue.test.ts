import { expect, test } from "vitest";

import { sloText } from "../../src/format/slo";
import { printable } from "../../src/format/printable";
import { en } from "../../src/text/en";
import { ru } from "../../src/text/ru";

/** All texts of a catalogue by their path; functions are asked with stand-ins. */
function texts(catalogue: object, path = ""): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) => {
    const place = `${path}.${key}`;
    if (typeof value === "string") return [[place, value]];
    if (typeof value === "function")
      return [[place, (value as (...parts: string[]) => string)("1", "2", "3")]];
    return texts(value as object, place);
  });
}

const SAME = new Set([".columns.n", ".resources.prometheus", ".factNames.loadproof", ".factNames.python"]);

test("every Russian text is there and is Russian", () => {
  const russian = new Map(texts(ru));
  for (const [place, english] of texts(en)) {
    const text = russian.get(place);
    expect(text, place).toBeDefined();
    if (english && !SAME.has(place)) expect(text, place).toMatch(/[а-яё№]|SLO/i);
  }
});

test("no text is left over from another language", () => {
  for (const [place, text] of texts(en)) expect(text, place).not.toMatch(/[а-яё]/i);
});

test("an SLO is written with air, in the units of the language", () => {
  expect(sloText("p99<50ms", en)).toBe("p99 < 50 ms");
  expect(sloText("errors <= 1%", ru)).toBe("ошибки <= 1 %");
  expect(sloText("p99<2s", ru)).toBe("p99 < 2 с");
  expect(sloText("rate±5%", ru)).toBe("нагрузка ± 5 %");
});

test("what is not visible or turns the text around becomes an escape", () => {
  expect(printable("a\u202eb\u0000c\u2028")).toBe("a\\u202eb\\u0000c\\u2028");
  expect(printable("x".repeat(10), 4)).toBe("xxx…");
});
