import { vi } from "vitest";

/** Counts how many times some work converts a text to lower case, which is slow for long texts in some scripts. */
export function countFolds(work: () => unknown): number {
  const folds = vi.spyOn(String.prototype, "toLowerCase");
  try {
    work();
    return folds.mock.calls.length;
  } finally {
    folds.mockRestore();
  }
}
