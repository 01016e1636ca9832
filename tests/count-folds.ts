import { vi } from "vitest";

/**
 * How many times some work converts a text to lower case. For a few thousand letters of some scripts, that takes a
 * millisecond.
 */
export function countFolds(work: () => unknown): number {
  const folds = vi.spyOn(String.prototype, "toLowerCase");
  try {
    work();
    return folds.mock.calls.length;
  } finally {
    folds.mockRestore();
  }
}
