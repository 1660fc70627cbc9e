import { useEffect, useMemo, useState } from "preact/hooks";

import type { Embedded } from "./data/read";
import { Figures, type Language } from "./format/figures";
import { printable } from "./format/printable";
import { type Page, PageContext } from "./page/context";
import { useTheme } from "./page/theme";
import { Header } from "./parts/Header";
import { OfOneStart } from "./report/OfOneStart";
import { OfStarts } from "./report/OfStarts";
import { en } from "./text/en";
import { ru } from "./text/ru";

interface Props extends Embedded {
  first: Language;
}

export function App({ result, series, russian, first }: Props) {
  const [language, setLanguage] = useState(first);
  const [theme, setTheme] = useTheme();
  const words = language === "ru" ? ru : en;
  const page = useMemo<Page>(
    () => ({
      result,
      series,
      start: null,
      language,
      words,
      figures: new Figures(language),
      told: (text) => (language === "ru" && Object.hasOwn(russian, text) ? (russian[text] ?? text) : text),
    }),
    [result, series, russian, language, words],
  );
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `loadproof: ${printable(result.run.study?.name ?? result.run.target, 120)}`;
  }, [language, result]);
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#verdict">
        {words.skip}
      </a>
      <Header theme={theme} onTheme={setTheme} onLanguage={setLanguage} />
      <main>{series.starts.length > 1 ? <OfStarts /> : <OfOneStart />}</main>
      <footer>{words.footer(printable(result.run.loadproof, 30))}</footer>
    </PageContext.Provider>
  );
}
