import { printable } from "../format/printable";
import type { Language } from "../format/figures";
import { usePage } from "../page/context";
import type { Theme } from "../page/theme";
import { en } from "../text/en";
import { ru } from "../text/ru";

interface Props {
  theme: Theme;
  onTheme: (theme: Theme) => void;
  onLanguage: (language: Language) => void;
}

/** What the report is of, and the reader's settings. */
export function Header({ theme, onTheme, onLanguage }: Props) {
  const { result, words, figures, language } = usePage();
  const { run } = result;
  const other = language === "en" ? "ru" : "en";
  const started = `${run.started_at.slice(0, 16).replace("T", " ")} UTC`;
  return (
    <header>
      <div>
        <p class="product">loadproof {words.methods[run.verb] ?? printable(run.verb, 30)}</p>
        <h1>
          <bdi>{printable(run.study?.name ?? run.target, 120)}</bdi>
        </h1>
        <p class="when">
          {words.started} {printable(started)}, {words.lasted} {figures.duration(run.duration_s)}
          {run.interrupted && `, ${words.interrupted}`}
          {run.study?.file && <> · {printable(run.study.file.split(/[\\/]/).at(-1) ?? "", 120)}</>}
        </p>
      </div>
      <div class="settings">
        <button
          type="button"
          lang={other}
          onClick={() => {
            onLanguage(other);
          }}
        >
          {(other === "en" ? en : ru).language}
        </button>
        <button
          type="button"
          aria-label={`${words.theme}: ${theme === "dark" ? words.toLight : words.toDark}`}
          onClick={() => {
            onTheme(theme === "dark" ? "light" : "dark");
          }}
        >
          {theme === "dark" ? words.toLight : words.toDark}
        </button>
        <button
          type="button"
          onClick={() => {
            print();
          }}
        >
          {words.print}
        </button>
      </div>
    </header>
  );
}
