import { printable } from "../format/printable";
import { unbroken } from "../format/unbroken";
import { usePage } from "../page/context";

/** A text that the run wrote in English, in the language of the page where it has a translation. */
export function Told({ text, limit = 2000 }: { text: string; limit?: number }) {
  const { told, language } = usePage();
  const shown = told(text);
  const foreign = language !== "en" && shown === text && /\p{L}/u.test(text);
  return (
    <span lang={foreign ? "en" : undefined} dir="auto">
      {unbroken(printable(shown, limit))}
    </span>
  );
}
