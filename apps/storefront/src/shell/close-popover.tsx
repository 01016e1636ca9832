import { classNames } from "@vetrina/ui/class-names";
import type { ReactNode } from "react";
import { CloseIcon } from "../lib/icons.tsx";

/** The class of an icon button that is large enough to tap. */
export const iconButton = "flex size-target items-center justify-center";
/** The class of a popover that covers the top of the page and is at most as high as the screen. */
export const sheetPopover = "header-panel";

/** The top row of a `sheetPopover`: its close button, with the children at the other end. */
export function ClosePopover({
  target,
  label,
  children,
}: {
  target: string;
  label: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex h-16 items-center justify-between">
      <button
        type="button"
        popoverTarget={target}
        popoverTargetAction="hide"
        aria-label={label}
        className={classNames(iconButton, "-ms-3")}
      >
        <CloseIcon />
      </button>
      {children}
    </div>
  );
}
