/** Minimum number of letters before suggestions are loaded. */
export const leastLetters = 2;
export const suggestDelayMs = 150;
/** Maximum number of recent queries that are stored. */
const maxRecent = 5;

export type TextPart = { text: string; marked: boolean };

/**
 * Splits the text and marks the starts of words that match the query: "wool co" marks "Wool" and "Co" in "Wool Coat".
 */
export function markMatches(text: string, query: string): TextPart[] {
  const words = query
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return [{ text, marked: false }];
  // Each word contains only letters and digits, so it needs no escaping.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, marked: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** The queries to store: newest first, without duplicates (ignoring case). */
export function withRecent(recent: readonly string[], query: string): string[] {
  const trimmed = query.trim();
  if (trimmed === "") return [...recent];
  const others = recent.filter((one) => one.toLowerCase() !== trimmed.toLowerCase());
  return [trimmed, ...others].slice(0, maxRecent);
}

/** The first queries in a stored text. Entries that aren't strings are left out; empty if the text isn't a list. */
export function parseRecent(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value)
      ? value.filter((one): one is string => typeof one === "string").slice(0, maxRecent)
      : [];
  } catch {
    return [];
  }
}

/** The index of the option that a key moves to. The arrow keys wrap around, and -1 is the field itself. */
export function moveActive(active: number, count: number, key: string): number {
  if (count === 0) return -1;
  switch (key) {
    case "ArrowDown":
      return active + 1 >= count ? -1 : active + 1;
    case "ArrowUp":
      return active === -1 ? count - 1 : active - 1;
    default:
      return active;
  }
}
