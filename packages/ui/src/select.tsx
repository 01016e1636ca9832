import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.tsx";
import { controlClass, Field } from "./field.tsx";

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = ComponentProps<"select"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  options: readonly SelectOption[];
};

/** The browser's select element with a label. */
export function Select({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  options,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <div className="relative">
          <select
            required={!optional}
            {...select}
            {...control}
            className={classNames(controlClass, "appearance-none pe-10")}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <svg
            aria-hidden="true"
            viewBox="0 0 12 8"
            className="pointer-events-none absolute inset-e-3 top-1/2 w-3 -translate-y-1/2"
          >
            <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </div>
      )}
    </Field>
  );
}
