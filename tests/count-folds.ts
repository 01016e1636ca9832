import { vi } from "vitest";

/**
 * The number of times that some work converts a text to lower case, which takes a millisecond for a few thousand
 * letters of some scripts.
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
