import { useEffect, useRef, useState } from "preact/hooks";

import { usePage } from "../page/context";

interface Entry {
  id: string;
  title: string;
}

/** The sections of the page as they stand there, without the name of a start. */
function sections(main: Element): Entry[] {
  return [...main.querySelectorAll<HTMLElement>("section[id]")].flatMap((section) => {
    const title = section.querySelector("h2")?.firstChild?.textContent ?? "";
    return title ? [{ id: section.id, title }] : [];
  });
}

function same(one: readonly Entry[], other: readonly Entry[]): boolean {
  return (
    one.length === other.length &&
    one.every((entry, at) => entry.id === other[at]?.id && entry.title === other[at].title)
  );
}

/** Links to the sections, which stay at the top of the window; the one that is read is marked. */
export function Contents() {
  const { language, words } = usePage();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [current, setCurrent] = useState("");
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const main = document.querySelector("main");
    if (!main) return undefined;
    const read = (): void => {
      const found = sections(main);
      setEntries((known) => (same(known, found) ? known : found));
    };
    read();
    // Sections come and go with the start that is shown.
    const changes = new MutationObserver(read);
    for (const around of [main, ...main.querySelectorAll(".one-start")]) {
      changes.observe(around, { childList: true });
    }
    return () => {
      changes.disconnect();
    };
  }, [language]);
  useEffect(() => {
    const seen = new IntersectionObserver(
      (all) => {
        const entered = all.filter((one) => one.isIntersecting).at(-1);
        if (entered) setCurrent(entered.target.id);
      },
      // A section is read while it reaches across a line below the contents.
      { rootMargin: "-20% 0px -79% 0px" },
    );
    for (const { id } of entries) {
      const section = document.getElementById(id);
      if (section) seen.observe(section);
    }
    return () => {
      seen.disconnect();
    };
  }, [entries]);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && link) list.current.scrollLeft = link.offsetLeft - list.current.clientWidth / 3;
  }, [current]);
  if (entries.length < 2) return null;
  return (
    <nav class="contents" aria-label={words("page-contents")} ref={list}>
      {entries.map(({ id, title }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? "true" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
