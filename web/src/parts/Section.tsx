import type { ComponentChildren } from "preact";

import { usePage } from "../page/context";
import { startName } from "../page/starts";

interface Props {
  id: string;
  title: string;
  children: ComponentChildren;
}

/** A titled part of the page; where the data are those of one start of several it says of which. */
export function Section({ id, title, children }: Props) {
  const { start, words } = usePage();
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title}
        {start && <span class="of-start"> · {startName(start, words)}</span>}
      </h2>
      {children}
    </section>
  );
}
