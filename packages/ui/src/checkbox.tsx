import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  /** A number shown after the label, such as the number of matching products. */
  count?: string | undefined;
};

/** A checkbox with its label. The whole row can be clicked. */
export function Checkbox({ label, count, className, disabled, ...input }: CheckboxProps) {
  return (
    <label
      className={classNames(
        "flex min-h-target items-center gap-3 text-small",
        disabled ? "text-graphite opacity-60" : "cursor-pointer",
        className,
      )}
    >
      <input type="checkbox" disabled={disabled} {...input} className="check" />
      <span className="grow">{label}</span>
      {count === undefined ? null : <span className="text-graphite digits">{count}</span>}
    </label>
  );
}
