import { createRequire } from "node:module";
import { vi } from "vitest";

const require = createRequire(import.meta.url);

/**
 * Returns the texts that this thread sanitizes while `work` runs. Tests count them, because a measured time would vary.
 */
export async function sanitizedHere(work: () => unknown): Promise<string[]> {
  require("sanitize-html");
  const library = require.cache[require.resolve("sanitize-html")];
  if (library === undefined) throw new Error("sanitize-html is not loaded");
  const sanitize = vi.spyOn(library as { exports: (html: string) => string }, "exports");
  try {
    await work();
    return sanitize.mock.calls.map(([html]) => html);
  } finally {
    sanitize.mockRestore();
  }
}
