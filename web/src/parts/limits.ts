import type { ServiceModel } from "../data/result";
import type { Figures } from "../format/figures";

/** Such as `2 CPU, 1,024 MiB`; empty without a limit. */
export function limitsText({ cpus, memory_mib: memory }: ServiceModel, figures: Figures): string {
  return [
    cpus === null ? "" : `${figures.rate(cpus)} CPU`,
    memory === null ? "" : figures.unit("mebibyte", figures.rate(memory)),
  ]
    .filter(Boolean)
    .join(", ");
}
