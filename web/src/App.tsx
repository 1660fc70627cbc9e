import { useEffect, useMemo, useState } from "preact/hooks";

import type { Embedded } from "./data/read";
import type { ResultModel } from "./data/result";
import type { Series } from "./data/series";
import { Figures, type Language } from "./format/figures";
import { printable } from "./format/printable";
import { type Page, PageContext } from "./page/context";
import { useTheme } from "./page/theme";
import { Header } from "./parts/Header";
import { Answers } from "./sections/Answers";
import { Findings } from "./sections/Findings";
import { Heat } from "./sections/Heat";
import { Load } from "./sections/Load";
import { Method } from "./sections/Method";
import { Operations } from "./sections/Operations";
import { Rates } from "./sections/Rates";
import { Repeat } from "./sections/Repeat";
import { Resources } from "./sections/Resources";
import { Trials } from "./sections/Trials";
import { Validity } from "./sections/Validity";
import { Verdict } from "./sections/Verdict";
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
  const endS = useMemo(() => endOf(result, series), [result, series]);
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#verdict">
        {words.skip}
      </a>
      <Header theme={theme} onTheme={setTheme} onLanguage={setLanguage} />
      <main>
        <Verdict />
        <Answers />
        <Load endS={endS} />
        <Rates />
        <Trials />
        <Operations />
        <Heat endS={endS} />
        <Resources endS={endS} />
        <Validity />
        <Findings />
        <Method />
        <Repeat />
      </main>
      <footer>{words.footer(printable(result.run.loadproof, 30))}</footer>
    </PageContext.Provider>
  );
}

/** The end of every time axis: that of the run, or of the last reading where it has none. */
function endOf(result: ResultModel, series: Series): number {
  const ends = series.readings.map((reading) => reading.at_s.at(-1) ?? 0);
  const load = (series.load.at_s.at(-1) ?? 0) + series.load.step_s;
  return ends.reduce((last, end) => Math.max(last, end), Math.max(result.run.duration_s, load, 1));
}
