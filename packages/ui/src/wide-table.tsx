import type { ComponentProps } from "react";

/** The frame of a table that may be wider than a phone. It can be scrolled with the keyboard. */
export function WideTable({
  label,
  className,
  ...rest
}: ComponentProps<"section"> & { label: string }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      className={`overflow-x-auto ${className ?? ""}`}
      {...rest}
    />
  );
}
