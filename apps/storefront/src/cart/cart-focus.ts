import { flushSync } from "react-dom";

/** The selector of the button that removes a line. */
export function lineControl(id: string): string {
  return `[data-line="${CSS.escape(id)}"] [data-remove]`;
}

/**
 * Makes a change that removes the clicked control, then moves focus to the element that matches the selector in the
 * same dialog or page. Otherwise, focus would move to the body, and keyboard users would have to start at the top
 * again.
 */
export function focusAfter(pressed: Element, change: () => void, selector: string): void {
  const scope = pressed.closest("dialog, main");
  flushSync(change);
  scope?.querySelector<HTMLElement>(selector)?.focus();
}
