import { printable } from "../format/printable";
import type { Language, Words } from "../format/words";
import { usePage } from "../page/context";
import type { Theme } from "../page/theme";
import { Glossary } from "./Glossary";

interface Props {
  theme: Theme;
  onTheme: (theme: Theme) => void;
  /** The words of each language. */
  languages: readonly Words[];
  onLanguage: (language: Language) => void;
}

/** What the report is of, and the reader's settings. */
export function Header({ theme, onTheme, languages, onLanguage }: Props) {
  const { result, words, figures, language } = usePage();
  const { run } = result;
  const started = `${run.started_at.slice(0, 16).replace("T", " ")} UTC`;
  const otherTheme = words(theme === "dark" ? "page-to-light" : "page-to-dark");
  return (
    <header>
      <div>
        <p class="product">loadproof {words.named("page-method-", run.verb) ?? printable(run.verb, 30)}</p>
        <h1>
          <bdi>{printable(run.subject, 120)}</bdi>
        </h1>
        <p class="when">
          {words(run.interrupted ? "page-when-interrupted" : "page-when", {
            started: printable(started),
            duration: figures.duration(run.duration_s),
          })}
          {run.study?.file && <> · {printable(run.study.file.split(/[\\/]/).at(-1) ?? "", 120)}</>}
        </p>
      </div>
      <div class="settings">
        <select
          aria-label={words("page-settings-language")}
          value={language}
          onChange={(event) => {
            onLanguage(event.currentTarget.value);
          }}
        >
          {languages.map((other) => (
            <option key={other.language} value={other.language} lang={other.language}>
              {other("language-name")}
            </option>
          ))}
        </select>
        <Glossary />
        <button
          type="button"
          aria-label={words("page-label", { label: words("page-theme") }) + otherTheme}
          onClick={() => {
            onTheme(theme === "dark" ? "light" : "dark");
          }}
        >
          {otherTheme}
        </button>
        <button
          type="button"
          onClick={() => {
            print();
          }}
        >
          {words("page-print")}
        </button>
      </div>
    </header>
  );
}
