import { expect, test } from "vitest";

import { callsNeeded, Figures } from "../../src/format/figures";

const en = new Figures("en");
const ru = new Figures("ru");

// The same values as in the examples of report/figures.py: the page and the other reports write alike.
test("figures are those of the other reports", () => {
  expect([0.4321, 48.27, 1503.2, null].map((value) => en.value(value))).toEqual([
    "0.43",
    "48.3",
    "1,503",
    "–",
  ]);
  expect([9300, 9299.6, 0.5, null].map((value) => en.rate(value))).toEqual(["9,300", "9,300", "0.5", "–"]);
  expect([0, 0.127, 0.0004, 34].map((value) => en.percent(value))).toEqual([
    "0 %",
    "0.13 %",
    "< 0.01 %",
    "34 %",
  ]);
  expect([4.3, 30, 252].map((value) => en.duration(value))).toEqual(["4.3 s", "30 s", "4 min 12 s"]);
  expect(en.count(1234567)).toBe("1,234,567");
});

test("Russian figures have a decimal comma and thin spaces that do not break", () => {
  expect(ru.value(48.27)).toBe("48,3");
  expect(ru.count(1234567)).toBe("1\u202f234\u202f567");
  expect(ru.percent(0.0004)).toBe("<\u00a00,01\u00a0%");
  expect(ru.duration(252)).toBe("4\u00a0мин 12\u00a0с");
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
