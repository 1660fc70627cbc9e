import { usePage } from "../page/context";
import { Switch } from "./Switch";

interface Props {
  on: boolean;
  onChange: (on: boolean) => void;
}

export function LogSwitch({ on, onChange }: Props) {
  const { words } = usePage();
  return <Switch on={on} onChange={onChange} label={words("page-chart-logarithmic")} />;
}
