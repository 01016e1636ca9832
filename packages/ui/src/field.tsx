import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.tsx";

export const controlClass =
  "w-full min-h-field border border-edge bg-white px-3 text-body text-ink placeholder:text-graphite aria-invalid:border-pin aria-invalid:border-2 disabled:bg-tissue";

/** The attributes that connect a control with its label, hint and error. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown below the control, and read by screen readers along with it. Marks the control as invalid. */
  error?: string | undefined;
  /** Adds "(optional)" to the label. Fields without it are required. */
  optional?: boolean;
  /** Whether the field is on one of the store's color tones, where the red of errors has too little contrast. */
  onTone?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** The label, hint and error around any control. */
export function Field({
  label,
  hint,
  error,
  optional,
  onTone,
  id,
  className,
  children,
}: FieldProps) {
  const made = useId();
  const own = id ?? made;
  const hintId = hint ? `${own}-hint` : undefined;
  const errorId = error ? `${own}-error` : undefined;
  return (
    <div className={classNames("grid content-start gap-1.5", className)}>
      <label htmlFor={own} className="text-small font-medium">
        {label}
        {optional ? <span className="font-normal text-graphite"> (optional)</span> : null}
      </label>
      {hint ? (
        <p id={hintId} className="text-small text-graphite">
          {hint}
        </p>
      ) : null}
      {children({
        id: own,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <p
          id={errorId}
          className={classNames(
            "text-small font-medium text-pin",
            onTone && "justify-self-start bg-paper px-2 py-1",
          )}
        >
          {error}
        </p>
      ) : null}
    </div>
  );
}

type Around = Pick<FieldProps, "label" | "hint" | "error" | "optional">;
export type TextFieldProps = Around & ComponentProps<"input">;

/** A text input with its label. */
export function TextField({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => <input required={!optional} {...input} {...control} className={controlClass} />}
    </Field>
  );
}

/** A multi-line text input with its label. */
export function TextArea({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  rows = 5,
  ...input
}: Around & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <textarea
          required={!optional}
          rows={rows}
          {...input}
          {...control}
          className={classNames(controlClass, "py-2.5")}
        />
      )}
    </Field>
  );
}
