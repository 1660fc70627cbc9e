interface Props {
  label: string;
  options: readonly string[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** One of several, by its place. */
export function Choice({ label, options, chosen, onChoose }: Props) {
  return (
    <label class="choice">
      {label}{" "}
      <select
        value={String(chosen)}
        onChange={(event) => {
          onChoose(Number(event.currentTarget.value));
        }}
      >
        {options.map((option, index) => (
          <option key={index} value={String(index)}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
