import { Select } from "@vetrina/ui/select";
import { type Choice, type ChoiceValue, labelOf } from "../product-data/selection.ts";

type ValueListProps = Pick<Choice, "name" | "values"> & { onPick: (value: ChoiceValue) => void };

/** An option's values as a select element. Loaded lazily (a default export), because only long lists need it. */
export default function ValueList({ name, values, onPick }: ValueListProps) {
  return (
    <Select
      label={<span className="sr-only">{name}</span>}
      name={name}
      className="noscript:hidden"
      value={values.find(({ chosen }) => chosen)?.value ?? ""}
      onChange={({ target }) => {
        const value = values.find((one) => one.value === target.value);
        if (value) onPick(value);
      }}
      options={values.map((value) => ({ value: value.value, label: labelOf(value) }))}
    />
  );
}
