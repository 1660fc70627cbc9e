import { useEffect, useState } from "preact/hooks";

import { parameter } from "./address";

export type Theme = "light" | "dark";

/** Tells the charts that their colours or their width are to be read anew. */
export const REDRAW = "report:redraw";

function redraw(): void {
  window.dispatchEvent(new Event(REDRAW));
}

function put(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

let printing = false;

/** Whether the page is being laid out for paper. */
export function isPrinting(): boolean {
  return printing;
}

/** The theme that the address asks for (`?theme=dark`), else that of the reader's system. */
function firstTheme(): Theme {
  const asked = parameter("theme");
  if (asked === "dark" || asked === "light") return asked;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The theme and how to change it; on paper always light. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(firstTheme);
  useEffect(() => {
    const follow = (onPaper: boolean): void => {
      if (printing === onPaper) return;
      printing = onPaper;
      put(onPaper ? "light" : theme);
      redraw();
    };
    const before = (): void => {
      follow(true);
    };
    const after = (): void => {
      follow(false);
    };
    const paper = matchMedia("print");
    const changed = (): void => {
      follow(paper.matches);
    };
    put(printing ? "light" : theme);
    redraw();
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    paper.addEventListener("change", changed);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
      paper.removeEventListener("change", changed);
    };
  }, [theme]);
  return [theme, setTheme];
}

/** The value of a colour of the style sheet, such as `accent` for `--accent`. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
