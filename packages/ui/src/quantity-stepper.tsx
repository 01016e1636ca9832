import { classNames } from "./class-names.tsx";

type QuantityStepperProps = {
  /** What is counted, for screen readers: "Quantity of Bias-cut slip dress". */
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
  /** Called instead of onChange when a step would pass the maximum. */
  onRefuse?: (() => void) | undefined;
  className?: string;
};

const step =
  "flex size-target items-center justify-center text-lead hover:bg-tissue disabled:text-edge disabled:hover:bg-transparent";

/** Two 44 px buttons around a number that can be typed. */
export function QuantityStepper({
  label,
  value,
  min = 1,
  max = 999,
  onChange,
  onRefuse,
  className,
}: QuantityStepperProps) {
  function set(next: number) {
    if (!Number.isFinite(next) || next < min) return;
    if (next > max) {
      onRefuse?.();
      if (value < max && !onRefuse) onChange(max);
      return;
    }
    onChange(Math.trunc(next));
  }
  return (
    <fieldset
      aria-label={label}
      className={classNames("inline-flex w-fit border border-edge bg-white", className)}
    >
      <button
        type="button"
        className={step}
        disabled={value <= min}
        aria-label="One less"
        onClick={() => set(value - 1)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        aria-label={label}
        value={value}
        onChange={(event) => set(Number(event.target.value.replace(/\D/g, "") || Number.NaN))}
        onFocus={(event) => event.target.select()}
        className="w-11 border-x border-line bg-transparent text-center text-small tabular-nums"
      />
      <button type="button" className={step} aria-label="One more" onClick={() => set(value + 1)}>
        <span aria-hidden="true">+</span>
      </button>
    </fieldset>
  );
}
