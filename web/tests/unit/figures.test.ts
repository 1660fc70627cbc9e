import { expect, test } from "vitest";

import { callsNeeded, Figures } from "../../src/format/figures";
import listed from "../fixture/figures.json";

const en = new Figures("en");
const ru = new Figures("ru");

// report/figures.py is held to the same list by tests/unit/report/test_figures.py: the page and the others write alike.
const WRITERS = {
  value: (value: number | null) => en.value(value),
  rate: (value: number | null) => en.rate(value),
  percent: (value: number | null) => en.percent(value),
  duration: (value: number | null) => en.duration(value ?? 0),
  exact: (value: number | null) => en.exact(value ?? 0),
} as const;

test("each kind of figure is in the list", () => {
  expect(Object.keys(listed).sort()).toEqual(Object.keys(WRITERS).sort());
});

for (const kind of Object.keys(WRITERS) as (keyof typeof WRITERS)[]) {
  test(`figures are those of the other reports: ${kind}`, () => {
    for (const [value, text] of listed[kind] as [number | null, string][]) {
      expect(WRITERS[kind](value), String(value)).toBe(text);
    }
  });
}

test("a count has its thousands parted", () => {
  expect(en.count(1234567)).toBe("1,234,567");
});

test("Russian figures have a decimal comma and thin spaces that do not break", () => {
  expect(ru.value(48.27)).toBe("48,3");
  expect(ru.count(1234567)).toBe("1\u202f234\u202f567");
  expect(ru.percent(0.0004)).toBe("<\u00a00,01\u00a0%");
  expect(ru.duration(252)).toBe("4\u00a0мин 12\u00a0с");
  expect(ru.duration(259200)).toBe("72\u00a0ч");
});

test("a percentile needs ten calls beyond it", () => {
  expect([callsNeeded("p95"), callsNeeded("p99"), callsNeeded("p99_9")]).toEqual([200, 1000, 10000]);
  expect(en.percentile(12.34, "p99", 999, "too few")).toBe("too few");
  expect(en.percentile(12.34, "p99", 1000, "too few")).toBe("12.3");
  expect(en.percentile(null, "p99", 0, "too few")).toBe("–");
});

test("small and negative figures keep their digits", () => {
  expect(en.exact(0.00123)).toBe("0.00123");
  expect(en.exact(-0.05)).toBe("-0.05");
  expect(en.value(-1503.2)).toBe("-1,503");
});

test("a clock shows hours only where there are some", () => {
  expect([0, 75, 3725].map((seconds) => en.clock(seconds))).toEqual(["0:00", "1:15", "1:02:05"]);
});
