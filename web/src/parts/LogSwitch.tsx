import { usePage } from "../page/context";

interface Props {
  on: boolean;
  onChange: (on: boolean) => void;
}

export function LogSwitch({ on, onChange }: Props) {
  const { words } = usePage();
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
      {words.charts.logarithmic}
    </label>
  );
}
