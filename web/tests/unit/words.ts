import { readdirSync, readFileSync } from "node:fs";

import { type Language, type Words, wordsOf } from "../../src/format/words";

const CATALOGUES = new URL("../../../python/loadproof/words/", import.meta.url);

/** The languages that have a catalogue. */
export const LANGUAGES: readonly Language[] = readdirSync(CATALOGUES)
  .filter((name) => name.endsWith(".ftl"))
  .map((name) => name.slice(0, -".ftl".length));

/** The words of a language, from its catalogue as it is now. */
export function wordsIn(language: Language): Words {
  return wordsOf(language, readFileSync(new URL(`${language}.ftl`, CATALOGUES), "utf8"));
}
