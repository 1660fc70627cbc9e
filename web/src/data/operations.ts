import type { RunModel } from "./result";

/** What a load of a URL calls its only operation, which nobody named. */
const OF_A_URL = "get";

/** The name of an operation or a flow; one that nobody named is called by its request line. */
export function operationName(name: string, { study, profile: { operations } }: RunModel): string {
  const isOfUrl = study === null && operations.length === 1 && name === OF_A_URL;
  if (name !== "" && !isOfUrl) return name;
  return operations.find((operation) => operation.name === name)?.request ?? name;
}
