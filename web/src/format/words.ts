/** What the page says in one language: the catalogues of `python/loadproof/words`, which the report carries with it. */
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";

import type { PageMessages } from "../data/messages";
import { Figures } from "./figures";

export type Code = keyof PageMessages;
/** Its catalogue names a language, such as `zh`. */
export type Language = string;
/** A number is a count, by which a text may choose a plural; all else is written already. */
type Value = string | number;
type ValuesOf<Told extends Code> = [PageMessages[Told]] extends [never]
  ? []
  : [Record<PageMessages[Told], Value>];

/** The text of a code with its values. */
export interface Words {
  <Told extends Code>(code: Told, ...values: ValuesOf<Told>): string;
  language: Language;
  figures: Figures;
  /** The text of a code that ends with a name of the result, such as `at_least`; null where there is none. */
  named: (prefix: string, name: string) => string | null;
  /** The codes that begin so, in the order of the catalogue. */
  codes: (prefix: string) => Code[];
}

/** A count as the language writes it; Fluent would write it anew, by its own digits. */
class Count extends FluentNumber {
  constructor(
    value: number,
    private readonly text: string,
  ) {
    super(value);
  }

  override toString(): string {
    return this.text;
  }
}

/** The words of a language from its catalogue, in Fluent's syntax. A code that it lacks is told as itself. */
export function wordsOf(language: Language, catalogue: string): Words {
  const bundle = new FluentBundle(language, { useIsolating: false });
  const resource = new FluentResource(catalogue);
  bundle.addResource(resource);
  const told = (code: string, values: Record<string, Value> = {}): string | null => {
    const pattern = bundle.getMessage(code)?.value;
    if (pattern == null) return null;
    const written = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number" ? new Count(value, figures.count(value)) : value,
    ]);
    return bundle.formatPattern(pattern, Object.fromEntries(written) as Record<string, string>, []);
  };
  const words = (code: Code, values?: Record<string, Value>): string => told(code, values) ?? code;
  const figures = new Figures(language, words);
  return Object.assign(words, {
    language,
    figures,
    named: (prefix: string, name: string) => told(prefix + name.replace(/[_ ]/g, "-").toLowerCase()),
    codes: (prefix: string) =>
      resource.body.map((entry) => entry.id as Code).filter((code) => code.startsWith(prefix)),
  });
}
