import { vi } from "vitest";

/** Counts how often `work` converts a text to lower case, which is slow for long texts in some writing systems. */
export function countFolds(work: () => unknown): number {
  const folds = vi.spyOn(String.prototype, "toLowerCase");
  try {
    work();
    return folds.mock.calls.length;
  } finally {
    folds.mockRestore();
  }
}
