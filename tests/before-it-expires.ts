import { vi } from "vitest";

/** Stops the clock while `look` runs, so that an entry of a short-lived cache doesn't expire between two lookups. */
export function beforeItExpires<Thing>(look: () => Promise<Thing>): Promise<Thing> {
  // Later than any real time, so that a lookup at the real time doesn't remove the entry as expired.
  const clock = vi.spyOn(performance, "now").mockReturnValue(1e12);
  try {
    return look();
  } finally {
    clock.mockRestore();
  }
}
