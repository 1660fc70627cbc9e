import { expect, test } from "vitest";

import { printable } from "../../src/format/printable";
import { type Code, wordsOf } from "../../src/format/words";
import { LANGUAGES, wordsIn } from "./words";

test.each(LANGUAGES)("every text of the page is there and is written for its reader: %s", (language) => {
  const words = wordsIn(language);
  const codes = words.codes("page-");
  expect(codes.length).toBeGreaterThan(300);
  expect(words.codes("term-").length).toBe(wordsIn("en").codes("term-").length);
  for (const code of [...codes, ...words.codes("term-")]) {
    const text = words(code as "page-skip");
    expect(text, code).toBeTruthy();
    if (language !== "ru") expect(text, code).not.toMatch(/[а-яё]/i);
    if (language !== "zh") expect(text, code).not.toMatch(/\p{sc=Han}/u);
  }
});

test("a text chooses its plural by a count", () => {
  const pairs = (language: string, count: number) => wordsIn(language)("page-forest-more", { count });
  expect([1, 2].map((count) => pairs("en", count))).toEqual(["1 more pair", "2 more pairs"]);
  expect(new Set([1, 3, 11].map((count) => pairs("ru", count).replace(/\d+/, ""))).size).toBe(3);
  expect(pairs("zh", 3000)).toContain("3,000");
});

test("a name of the result has its words, and what is not known has none", () => {
  const words = wordsIn("en");
  expect(words.named("page-state-", "at_least")).toBe("at least");
  expect(words.named("page-state-", "never heard of")).toBeNull();
});

test("a name cannot speak the language of the catalogue", () => {
  const hostile = "{ $x } { -term } *[other] {";
  expect(wordsIn("ru")("page-start-name", { start: hostile })).toBe(`запуск ${hostile}`);
});

test("a code that a catalogue lacks is told as itself", () => {
  expect(wordsOf("xx", "page-skip = ok")("page-no-such" as Code & "page-skip")).toBe("page-no-such");
});

test("what is not visible or turns the text around becomes an escape", () => {
  expect(printable("a\u202eb\u0000c\u2028")).toBe("a\\u202eb\\x00c\\u2028");
  expect(printable("x".repeat(10), 4)).toBe("xxx…");
});
