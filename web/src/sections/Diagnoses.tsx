import { usePage } from "../page/context";

/** What Java VMs told between trials: who waited for which lock, and what kept their memory; drawn before, escaped. */
export function Diagnoses() {
  const { diagnoses } = usePage();
  if (diagnoses === "") return null;
  return <div id="told-by-services" dangerouslySetInnerHTML={{ __html: diagnoses }} />;
}
