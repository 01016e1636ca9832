import { vi } from "vitest";

/** Looks something up in a brief memory at a fixed time, so that no answer expires before the next lookup. */
export function beforeItExpires<Thing>(look: () => Promise<Thing>): Promise<Thing> {
  // Later than any other lookup, which would otherwise remove the answer as expired.
  const clock = vi.spyOn(performance, "now").mockReturnValue(1e12);
  try {
    return look();
  } finally {
    clock.mockRestore();
  }
}
