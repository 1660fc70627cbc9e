import { useEffect, useMemo, useState } from "preact/hooks";

import type { Embedded } from "./data/read";
import { printable } from "./format/printable";
import { unbroken } from "./format/unbroken";
import { type Language, wordsOf } from "./format/words";
import { useAddress } from "./page/address";
import { type Page, PageContext } from "./page/context";
import { useTheme } from "./page/theme";
import { Contents } from "./parts/Contents";
import { Header } from "./parts/Header";
import { Report } from "./report/Report";

interface Props extends Embedded {
  first: Language;
}

export function App({ result, series, catalogues, report, first }: Props) {
  const [language, setLanguage] = useState(first);
  const [theme, setTheme] = useTheme();
  const languages = useMemo(
    () => Object.entries(catalogues).map(([code, catalogue]) => wordsOf(code, catalogue)),
    [catalogues],
  );
  const words = languages.find((one) => one.language === language) ?? wordsOf(language, "");
  const page = useMemo<Page>(() => {
    const texts = report.texts[language] ?? [];
    return {
      result,
      series,
      start: null,
      language,
      words,
      figures: words.figures,
      report,
      told: (text = "") => unbroken(typeof text === "number" ? (texts[text] ?? "") : text),
    };
  }, [result, series, report, language, words]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useAddress();
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#verdict">
        {words("page-skip")}
      </a>
      <Header theme={theme} onTheme={setTheme} languages={languages} onLanguage={setLanguage} />
      <Contents />
      <main>
        <Report />
      </main>
      <footer>{words("page-footer", { version: printable(result.run.loadproof, 30) })}</footer>
    </PageContext.Provider>
  );
}
