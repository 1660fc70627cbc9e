import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const css = readFileSync(new URL("../../src/style/page.css", import.meta.url), "utf8");
const TEXTS = ["ink", "muted", "accent", "passed", "failed", "undecided", "alarm", "injection"];
const LINES = [
  "line-p50",
  "line-p95",
  "line-p99",
  "line-1",
  "line-2",
  "line-3",
  "line-4",
  "line-5",
  "line-6",
];

function colours(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const selector of [":root", ':root[data-theme="dark"]']) {
  test(`${selector}: texts and lines are told from their ground (WCAG AA)`, () => {
    const palette = colours(selector);
    const of = (name: string): string => palette.get(name) ?? "missing";
    for (const ground of ["surface", "ground"]) {
      for (const name of TEXTS)
        expect(contrast(of(name), of(ground)), `${name} on ${ground}`).toBeGreaterThan(4.5);
    }
    for (const name of LINES) expect(contrast(of(name), of("surface")), name).toBeGreaterThan(3);
  });
}
