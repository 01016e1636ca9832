import { flushSync } from "react-dom";

/** Finds the way on from an empty cart. */
export const startShopping = "[data-start-shopping]";

/** Finds the button that a line is taken out with. */
export function lineControl(id: string): string {
  return `[data-line="${CSS.escape(id)}"] [data-remove]`;
}

/**
 * Makes a change that takes the pressed control away, and moves focus to what the selector finds afterwards in the same
 * dialog or page: left alone it would fall to the body, and a keyboard would begin again at the top.
 */
export function focusAfter(pressed: Element, change: () => void, selector: string): void {
  const scope = pressed.closest("dialog, main");
  flushSync(change);
  scope?.querySelector<HTMLElement>(selector)?.focus();
}
