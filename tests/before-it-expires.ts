import { vi } from "vitest";

/** Looks something up in a short-lived cache at a fixed time, so that no entry expires before the next lookup. */
export function beforeItExpires<Thing>(look: () => Promise<Thing>): Promise<Thing> {
  // Later than any real time, so that a lookup at the real time doesn't remove the entry as expired.
  const clock = vi.spyOn(performance, "now").mockReturnValue(1e12);
  try {
    return look();
  } finally {
    clock.mockRestore();
  }
}
