import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { usePage } from "../page/context";
import { startName } from "../page/starts";

interface Props {
  id: string;
  title: string;
  isFolded?: boolean;
  children: ComponentChildren;
}

/** A titled part of the page; where the data are those of one start of several it says of which. */
export function Section({ id, title, isFolded = false, children }: Props) {
  const { start, words } = usePage();
  const [opened, setOpened] = useState(false);
  const heading = (
    <h2 id={`${id}-title`}>
      {title}
      {start && <span class="of-start"> · {startName(start, words)}</span>}
    </h2>
  );
  if (!isFolded) {
    return (
      <section id={id} aria-labelledby={`${id}-title`}>
        {heading}
        {children}
      </section>
    );
  }
  return (
    <section id={id} class="folded" aria-labelledby={`${id}-title`}>
      <details
        onToggle={(event) => {
          if (event.currentTarget.open) setOpened(true);
        }}
      >
        <summary>{heading}</summary>
        {opened && children}
      </details>
    </section>
  );
}
