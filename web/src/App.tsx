import { useEffect, useMemo, useState } from "preact/hooks";

import type { Embedded } from "./data/read";
import { printable } from "./format/printable";
import { type Language, wordsOf } from "./format/words";
import { type Page, PageContext } from "./page/context";
import { useTheme } from "./page/theme";
import { Header } from "./parts/Header";
import { OfOneStart } from "./report/OfOneStart";
import { OfStarts } from "./report/OfStarts";

interface Props extends Embedded {
  first: Language;
}

export function App({ result, series, catalogues, texts, diagnoses, first }: Props) {
  const [language, setLanguage] = useState(first);
  const [theme, setTheme] = useTheme();
  const languages = useMemo(
    () => Object.entries(catalogues).map(([code, catalogue]) => wordsOf(code, catalogue)),
    [catalogues],
  );
  const words = languages.find((one) => one.language === language) ?? wordsOf(language, "");
  const page = useMemo<Page>(() => {
    const own = texts[language] ?? {};
    return {
      result,
      series,
      start: null,
      language,
      words,
      figures: words.figures,
      diagnoses: diagnoses[language] ?? "",
      told: (text) => (Object.hasOwn(own, text) ? (own[text] ?? text) : text),
    };
  }, [result, series, texts, diagnoses, language, words]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#verdict">
        {words("page-skip")}
      </a>
      <Header theme={theme} onTheme={setTheme} languages={languages} onLanguage={setLanguage} />
      <main>{series.starts.length > 1 ? <OfStarts /> : <OfOneStart />}</main>
      <footer>{words("page-footer", { version: printable(result.run.loadproof, 30) })}</footer>
    </PageContext.Provider>
  );
}
