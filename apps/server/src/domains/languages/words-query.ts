import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** The length to which catalogue.words_of_store cuts words. */
const maxWordLength = 40;

/**
 * Converts a tsquery, as PostgreSQL writes it, to one for words in the form of catalogue.words_of_store. The result
 * finds at least what `query` finds: it omits weights, and has "and" instead of "followed by". `query` must not contain
 * a negation. Returns null for an empty query, which finds nothing.
 */
export function queryOfStore(storeId: string, query: string | null, language = ""): string | null {
  if (query === null || query === "") return null;
  const key = `${storeId.slice(-8)}${language}`;
  let converted = "";
  for (let at = 0; at < query.length;) {
    const sign = query.charAt(at);
    if (sign === "'") {
      const { cut, end } = endOfWord(query, at + 1);
      const isPrefix = query.startsWith(":*", end + 1);
      converted += ` '${key}${query.slice(at + 1, cut)}'${isPrefix ? ":*" : ""}`;
      at = endOfSigns(query, end + 1);
    } else if (sign === "<") {
      converted += " &";
      at = query.indexOf(">", at) + 1;
    } else {
      if (sign !== " ") converted += ` ${sign}`;
      at += 1;
    }
  }
  return `(${converted} ) | '${key}'`;
}

/**
 * `end`: the position of the quote after the word. `cut`: where the word is cut. Quotes and backslashes are doubled in
 * words, and both halves count as one character.
 */
function endOfWord(query: string, start: number): { cut: number; end: number } {
  let [cut, end] = [start, start];
  for (let length = 1; end < query.length; length += 1) {
    const sign = query.charAt(end);
    if (sign === "'" && query.charAt(end + 1) !== "'") break;
    end += sign === "'" || sign === "\\" || (query.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    if (length <= maxWordLength) cut = end;
  }
  return { cut, end };
}

/** Skips the weights and the sign of a prefix after a word. */
function endOfSigns(query: string, start: number): number {
  let end = start;
  while (end < query.length && ":*ABCD".includes(query.charAt(end))) end += 1;
  return end;
}

const known = createBriefMemory<string>(60_000, 1000);

/**
 * Returns the tsquery, as text, of unstemmed words that must all occur. The last one may be a prefix. PostgreSQL splits
 * a word such as "t-shirt" into parts.
 */
export function unstemmedQuery(ctx: Context, words: readonly string[]): Promise<string> {
  const last = words.length - 1;
  const text = words
    .map((word, at) => `'${word.replaceAll(/[\\']/g, "$&$&")}'${at === last ? ":*" : ""}`)
    .join(" & ");
  const look = async () => {
    const row = await ctx.catalogue.row<{ query: string }>(
      sql`select to_tsquery('simple', ${text})::text as query`,
    );
    return row?.query ?? "";
  };
  return known.remember(text, look, addressOf(ctx));
}

/** The address whose lookups wait together. Empty if one address represents many callers. */
export function addressOf({ limitsCallers, caller }: Context): string {
  return limitsCallers ? caller.address : "";
}
