import { useEffect } from "preact/hooks";

/** The value of a parameter of the address, such as `ru` of `report.html?lang=ru`; null where there is none. */
export function parameter(name: "lang" | "theme"): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** The place that the address names after `#`, in the folds that are open around it; null where the page has none. */
function place(): Element | null {
  const found = document.getElementById(location.hash.slice(1));
  for (let around = found; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true;
  }
  const own = found?.firstElementChild;
  if (own instanceof HTMLDetailsElement) own.open = true;
  return found;
}

/** Milliseconds until the charts of the first screens have their heights. */
const DRAWN_MS = 400;

/** Shows the place that the address names: the browser looked for it before the page was drawn. */
export function useAddress(): void {
  useEffect(() => {
    if (!location.hash) return undefined;
    place()?.scrollIntoView();
    const from = scrollY;
    const later = setTimeout(() => {
      // Charts drawn meanwhile moved it; a reader who scrolled is elsewhere on purpose.
      if (scrollY === from) place()?.scrollIntoView();
    }, DRAWN_MS);
    return () => {
      clearTimeout(later);
    };
  }, []);
  useEffect(() => {
    window.addEventListener("hashchange", place);
    return () => {
      window.removeEventListener("hashchange", place);
    };
  }, []);
}
