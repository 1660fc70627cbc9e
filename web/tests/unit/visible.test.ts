import { expect, test } from "vitest";

import { visible, visibleLine, visibleValue } from "../../src/format/visible";

// The same characters as in tests/control_characters.py.
const HIDDEN = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, code) => 0x7f + code),
  ...[0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff, 0x2028, 0x2029, 0xd800, 0xdfff],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0xe0001, 0xe0041, 0xe007f],
].map((code) => String.fromCodePoint(code));
const READABLE = "你好 مرحبا می\u200cخواهم क\u094d\u200dष 👩\u200d👩\u200d👧 \u2764\ufe0f\u200d🔥 \xa0";

test("each hidden character is an escape, once", () => {
  for (const character of HIDDEN) {
    const shown = visibleLine(`a${character}b`);
    expect(shown).toMatch(/^a\\(?:[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})b$/);
    expect(visibleLine(shown)).toBe(shown);
  }
  expect(visible("a\n\tb\x1b\u202e")).toBe("a\n\tb\\x1b\\u202e");
});

test("readable text stays as it is", () => {
  expect(visibleLine(READABLE)).toBe(READABLE);
});

test("texts and keys of a value are visible, numbers and null stay", () => {
  expect(visibleValue({ "a\x9b": ["\u202e", 1, null, true] })).toEqual({
    "a\\x9b": ["\\u202e", 1, null, true],
  });
});
