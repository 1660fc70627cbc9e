import type { ServiceModel } from "../data/result";
import type { Figures } from "../format/figures";
import type { Catalogue } from "../text/en";

/** Such as `2 CPU, 1,024 MiB`; empty without a limit. */
export function limitsText(
  { cpus, memory_mib: memory }: ServiceModel,
  figures: Figures,
  words: Catalogue,
): string {
  return [
    cpus === null ? "" : `${figures.rate(cpus)} CPU`,
    memory === null ? "" : `${figures.rate(memory)} ${words.mib}`,
  ]
    .filter(Boolean)
    .join(", ");
}
