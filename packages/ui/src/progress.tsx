import { classNames } from "./class-names.tsx";

/** A 4 px high progress bar with a label. `value` goes from 0 to `max`. */
export function Progress({
  label,
  value,
  max = 1,
  className,
}: {
  label: string;
  value: number;
  max?: number;
  className?: string;
}) {
  return (
    <progress
      aria-label={label}
      value={Math.max(0, Math.min(value, max))}
      max={max}
      className={classNames("progress", className)}
    />
  );
}
