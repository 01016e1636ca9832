import { useState, useSyncExternalStore } from "react";
import { buttonClass } from "./button.tsx";
import { controlClass, Field, type TextFieldProps } from "./field.tsx";

/** A password input with its label. Once the page is hydrated, it has a button that shows the password. */
export function PasswordField({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  ...input
}: TextFieldProps & { label: string }) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <div className="flex gap-2">
          <input
            required={!optional}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={controlClass}
          />
          {isHydrated ? (
            <button
              type="button"
              aria-controls={control.id}
              className={buttonClass({ variant: "secondary" })}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? "Hide" : "Show"}
              <span className="sr-only"> {label.toLowerCase()}</span>
            </button>
          ) : null}
        </div>
      )}
    </Field>
  );
}
