import { expect, test } from "vitest";

import { NOTHING } from "../../src/format/figures";
import listed from "../fixture/figures.json";
import languages from "../fixture/languages.json";
import { LANGUAGES, wordsIn } from "./words";

const { figures: en } = wordsIn("en");
const ofLanguages: Record<string, (typeof languages)["en"]> = languages;

// render/figures.py is held to the same list by tests/unit/render/test_figures.py: the page and the others write alike.
const WRITERS = {
  value: (value: number | null) => en.value(value),
  rate: (value: number | null) => en.rate(value),
  percent: (value: number | null) => en.percent(value),
  duration: (value: number | null) => en.duration(value ?? 0),
} as const;

test("each kind of figure is in the list", () => {
  expect(Object.keys(listed).sort()).toEqual(Object.keys(WRITERS).sort());
});

for (const kind of Object.keys(WRITERS) as (keyof typeof WRITERS)[]) {
  test(`figures are those of the other reports: ${kind}`, () => {
    for (const [value, text] of listed[kind] as [number | null, string][]) {
      expect(WRITERS[kind](value).replaceAll("\u00a0", " "), String(value)).toBe(text);
    }
  });
}

test("a count has its thousands parted", () => {
  expect(en.count(1234567)).toBe("1,234,567");
});

// What scripts/page_messages.py wrote: the words of Python and those of the page must not differ.
test.each(LANGUAGES)("figures are those that Python writes in the language: %s", (language) => {
  const words = wordsIn(language);
  const { figures } = words;
  const writers: Record<keyof (typeof languages)["en"], (value: number) => string> = {
    numbers: (value) => figures.rate(value),
    plain: (value) => figures.rate(value),
    threeDigits: (value) => figures.value(value),
    milliseconds: (value) => figures.unit("millisecond", figures.rate(value)),
    mebibytes: (value) => figures.unit("mebibyte", figures.rate(value)),
    count: (value) => figures.count(value),
    cores: (value) => words("unit-cores", { number: value }),
    duration: (value) => figures.duration(value),
  };
  const tables = ofLanguages[language] as unknown as Record<keyof typeof writers, [number, string][]>;
  for (const [kind, write] of Object.entries(writers) as [
    keyof typeof writers,
    (value: number) => string,
  ][]) {
    expect(tables[kind].length).toBeGreaterThan(4);
    for (const [value, text] of tables[kind]) expect(write(value), `${kind} ${value}`).toBe(text);
  }
});

test("a share is never rounded to nothing, in the marks of the language", () => {
  const [first, ...others] = ["en", "ru", "zh"].map((language) => wordsIn(language).figures.percent(0.0004));
  expect([first, ...others]).toEqual(["<\u00a00.01 %", "<\u00a00,01 %", "<\u00a00.01%"]);
  expect(en.percent(null)).toBe(NOTHING);
});

test("small and negative figures keep their digits", () => {
  expect(en.rate(0.00123)).toBe("0.00123");
  expect(en.rate(-0.05)).toBe("−0.05");
  expect(en.value(-1503.2)).toBe("−1,503");
});

test("a clock shows hours only where there are some", () => {
  expect([0, 75, 3725].map((seconds) => en.clock(seconds))).toEqual(["0:00", "1:15", "1:02:05"]);
});
