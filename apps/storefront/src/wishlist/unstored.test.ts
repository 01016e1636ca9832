import { afterEach, expect, test, vi } from "vitest";
import { changeStoredText, readStoredText } from "../lib/stored-text.ts";

const key = "vetrina:test";

afterEach(() => void vi.unstubAllGlobals());

/** A fake browser storage without room for changes: each key can be set only once. */
function fullAfter(texts: Map<string, string>) {
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem(name: string, text: string) {
      if (texts.has(name)) throw new DOMException("full", "QuotaExceededError");
      texts.set(name, text);
    },
    removeItem: (name: string) => void texts.delete(name),
  };
}

test("a text that finds no room is kept until it is replaced, although an older one is stored", () => {
  vi.stubGlobal("localStorage", fullAfter(new Map()));
  changeStoredText(key, () => "one");
  changeStoredText(key, (present) => `${present} two`);
  expect(readStoredText(key)).toBe("one two");
  changeStoredText(key, (present) => `${present} three`);
  expect(readStoredText(key)).toBe("one two three");
  changeStoredText(key, () => null);
  expect(readStoredText(key)).toBeNull();
});
