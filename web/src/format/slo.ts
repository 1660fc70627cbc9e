import type { Catalogue } from "../text/en";
import { printable } from "./printable";

/** An SLO with air between its parts, its units in the reader's language. */
export function sloText(text: string, words: Catalogue): string {
  const spaced = printable(text, 80).replace(/\s*(<=|>=|<|>|≤|≥|±)\s*/g, " $1 ");
  return spaced
    .trim()
    .replace(/(\d)(ms|s|%)$/, "$1 $2")
    .replace(/ ms$/, ` ${words.ms}`)
    .replace(/ s$/, ` ${words.seconds}`)
    .replace(/\berrors(?= [<≤])/, words.errorsSlo)
    .replace(/\brate(?= ±)/, words.rateSlo);
}
