import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { ReportDocument, Text } from "../data/document";
import type { DrawnSeries } from "../data/read";
import type { ResultModel } from "../data/result";
import type { StartSpan } from "../data/series";
import type { Figures } from "../format/figures";
import type { Language, Words } from "../format/words";

/** What every part of the page needs: the data, and the language that it is shown in. */
export interface Page {
  result: ResultModel;
  series: DrawnSeries;
  /** The start that the data were cut down to; null where they are those of the whole run. */
  start: StartSpan | null;
  language: Language;
  words: Words;
  figures: Figures;
  report: ReportDocument;
  /** A text of the document in the language of the page. */
  told: (text: Text | undefined) => string;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("no page around this part");
  return page;
}
