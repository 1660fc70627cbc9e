/** The spaces before a unit and behind a sign. */
const PLACES = /(\d) (?=(?:%|m?s|min|мс|с|мин|秒|分钟)(?![\p{L}\d]))|([<>≤≥±=]) (?=\d)/gu;

/** A text whose lines do not break between a number and its unit, nor behind a sign. */
export function unbroken(text: string): string {
  return text.replace(PLACES, "$1$2\u00a0");
}
