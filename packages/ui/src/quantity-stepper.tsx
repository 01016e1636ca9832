import { useId } from "react";
import { classNames } from "./class-names.tsx";

type QuantityStepperProps = {
  /** The label for screen readers: "Quantity of Bias-cut slip dress". */
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
  /** Called when a typed number or a step would exceed the maximum. A typed number is then replaced by the maximum. */
  onRefuse?: (() => void) | undefined;
  /** Whether the field is as high as a call-to-action button. */
  tall?: boolean;
  className?: string;
};

/**
 * Two 44 px buttons around an editable number. A button at its limit is only aria-disabled, because a disabled control
 * loses focus.
 */
export function QuantityStepper({
  label,
  value,
  min = 1,
  max = 999,
  onChange,
  onRefuse,
  tall = false,
  className,
}: QuantityStepperProps) {
  const reason = useId();
  const isAtMaximum = value >= max;
  function set(next: number) {
    if (!Number.isFinite(next) || next < min) return;
    if (next > max) {
      onRefuse?.();
      if (value < max) onChange(max);
      return;
    }
    onChange(Math.trunc(next));
  }
  return (
    <div className={classNames("grid w-fit content-start gap-1", className)}>
      <fieldset
        aria-label={label}
        className={classNames("inline-flex border border-edge bg-white", tall && "py-1.25")}
      >
        <button
          type="button"
          className="step"
          aria-disabled={value <= min || undefined}
          aria-label="Remove one"
          onClick={() => set(value - 1)}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          value={value}
          onChange={(event) => set(Number(event.target.value.replace(/\D/g, "") || Number.NaN))}
          onFocus={(event) => event.target.select()}
          className="step-value"
        />
        <button
          type="button"
          className="step"
          aria-disabled={isAtMaximum || undefined}
          aria-describedby={isAtMaximum ? reason : undefined}
          aria-label="Add one"
          onClick={() => set(value + 1)}
        >
          <span aria-hidden="true">+</span>
        </button>
      </fieldset>
      {isAtMaximum ? (
        <p id={reason} className="text-note text-graphite">
          Maximum {max}
        </p>
      ) : null}
    </div>
  );
}
