import { createRequire } from "node:module";
import { vi } from "vitest";

const require = createRequire(import.meta.url);

/** The texts that are sanitized in this thread meanwhile, counted where another way would be to time them. */
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
