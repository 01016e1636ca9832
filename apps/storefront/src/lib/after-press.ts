let isPressed = false;
const waiting: (() => void)[] = [];

/**
 * Runs `show` now or, if a press of the mouse or a finger is under way, once it has ended. A field loses focus as the
 * press begins. Text that appears then would move the pressed control away, and the click would be lost.
 */
export function afterPress(show: () => void): void {
  if (isPressed) waiting.push(show);
  else show();
}

if (!import.meta.env.SSR) {
  // For a tap, browsers fire mousedown only when the finger is up, and move the focus only then.
  addEventListener("mousedown", () => (isPressed = true), true);
  // A drag, an open select or a context menu may end without mouseup.
  for (const end of ["mouseup", "pointercancel", "input", "keydown"])
    // The timer runs after the click, which directly follows mouseup.
    addEventListener(end, () => setTimeout(finish), true);
}

function finish(): void {
  isPressed = false;
  for (const show of waiting.splice(0)) show();
}
