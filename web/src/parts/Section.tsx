import type { ComponentChildren } from "preact";

interface Props {
  id: string;
  title: string;
  children: ComponentChildren;
}

export function Section({ id, title, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
