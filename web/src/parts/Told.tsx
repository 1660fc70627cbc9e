import { printable } from "../format/printable";
import { usePage } from "../page/context";

/** The spaces before a unit and behind a sign, where a line must not break. */
const UNBROKEN = /(\d) (?=(?:%|m?s|min|мс|с|мин)(?![\p{L}\d]))|([<>≤≥±=]) (?=\d)/gu;

/** A text that the run wrote in English, in the language of the page where it has a translation. */
export function Told({ text, limit = 2000 }: { text: string; limit?: number }) {
  const { told, language } = usePage();
  const shown = told(text);
  const foreign = language !== "en" && shown === text && /\p{L}/u.test(text);
  return (
    <span lang={foreign ? "en" : undefined} dir="auto">
      {printable(shown, limit).replace(UNBROKEN, "$1$2\u00a0")}
    </span>
  );
}
