import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.tsx";

type RadioCellProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  /**
   * Whether the choice is out of stock. It is then struck through but can still be selected, so that shoppers can ask
   * for a notification.
   */
  unavailable?: boolean;
};

/** The class of a grid of equal cells for RadioCell, each at least 64 px wide. */
export const radioCellsClass =
  "grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2 content-start";

/** One choice of a radio group, such as a size, as a 48 px cell. */
export function RadioCell({ label, unavailable, className, ...input }: RadioCellProps) {
  return (
    <label
      data-out={unavailable ? "" : undefined}
      className={classNames("choice choice-cell", className)}
    >
      <input type="radio" {...input} className="absolute inset-0 size-full opacity-0" />
      <span>{label}</span>
    </label>
  );
}
