import { plainText } from "../../languages/plain-text.ts";

/**
 * Groups of words with similar meanings. A search for a word also finds the other words of its group. The first word is
 * the group's name.
 */
export const builtInSynonyms: readonly (readonly string[])[] = [
  ["sweater", "jumper", "pullover", "knit", "knitwear", "hoodie", "sweatshirt"],
  ["trouser", "pant", "slacks"],
  ["sneaker", "trainer"],
  ["bag", "handbag", "purse", "tote", "crossbody"],
  ["tee", "t-shirt", "tshirt"],
  ["jean", "denim"],
  ["hat", "cap", "beanie"],
  ["shoe", "footwear"],
  ["coat", "overcoat"],
  ["woman", "women", "womens", "ladies"],
  ["man", "men", "mens", "gentlemen"],
  ["grey", "gray"],
  ["jewelry", "jewellery"],
];

/** Shades that a search for their color also finds. A search for one shade doesn't find the color's other shades. */
const shades: Readonly<Record<string, readonly string[]>> = {
  blue: ["navy", "indigo", "cobalt", "sky", "azure"],
  red: ["burgundy", "crimson", "scarlet", "maroon", "wine", "bordeaux", "ruby"],
  green: ["olive", "khaki", "sage", "emerald", "forest", "bottle", "moss", "mint"],
  brown: ["tan", "camel", "chocolate", "cognac", "mocha", "chestnut"],
  grey: ["charcoal", "slate", "graphite"],
  purple: ["lilac", "lavender", "plum", "aubergine", "mauve"],
  pink: ["blush", "fuchsia", "rose", "magenta"],
  white: ["ivory", "ecru"],
  beige: ["sand", "cream", "oat", "taupe"],
  yellow: ["mustard", "butter", "lemon", "ochre"],
  orange: ["rust", "terracotta", "apricot"],
};

const alike = new Map<string, readonly string[]>();
for (const group of builtInSynonyms) for (const word of group) alike.set(word, group);

const maxWords = 10;
/** Maximum number of words that a corrected search also matches as prefixes, and their minimum length. */
const begun = { max: 3, minLength: 3 };
/** Maximum number of words in a synonym. */
const longestPhrase = 4;

/** Returns the normalized words of a search, at most ten. */
export function searchWords(text: string): string[] {
  const words = plainText(text.replaceAll(/[\0\u00ad\u200b\u2060\ufeff]/g, ""))
    .split(/\s+/)
    .filter(Boolean);
  return words.slice(0, maxWords);
}

/** Returns all sequences of one to four consecutive words, because synonyms can be phrases. */
export function phrasesOf(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words
      .slice(from, from + longestPhrase)
      .map((__, length) => words.slice(from, from + length + 1).join(" ")),
  );
}

export type SearchText = {
  words: readonly string[];
  /** For a corrected search: maps a typed word to a correction that is also accepted. */
  instead?: ReadonlyMap<string, string>;
  /** Maps each phrase to its synonyms and to the originals that it translates. */
  finds?: ReadonlyMap<string, readonly string[]>;
  /** Whether the search is in English. Built-in synonyms exist only in English. */
  inEnglish: boolean;
  /** The built-in groups that the store switched off. */
  disabledBuiltIn?: readonly string[];
};

/**
 * Returns the parameters of catalogue.search_query: `terms`, which must all match, by the word or an alternative, and
 * `starts`, the typed words. The last typed word also matches as a prefix and, in a corrected search, up to three more.
 * Prefixes match names, tags and options (weights A and B), but not prose. `exactTerms`: the terms without synonyms and
 * originals; null if there are none.
 */
export function searchTerms({
  words,
  instead,
  finds = new Map(),
  inEnglish,
  disabledBuiltIn = [],
}: SearchText): {
  terms: string[];
  starts: string[];
  exactTerms: string[] | null;
} {
  const typedForms = (word: string) => {
    const near = instead?.get(word);
    return near === undefined ? [word] : [word, near];
  };
  const formsOf = (word: string) => {
    const typed = typedForms(word);
    const others = inEnglish ? typed.flatMap((one) => synonymsOf(one, disabledBuiltIn)) : [];
    return [...new Set([...typed, ...others])];
  };
  const prefixes = new Set(
    instead && words.filter(({ length }) => length >= begun.minLength).slice(0, begun.max),
  );
  const unique = new Map<string, { term: string; start: string; exact: string }>();
  for (let from = 0; from < words.length;) {
    const length = longestKnown(words, from, finds);
    const phrase = words.slice(from, from + length);
    const others = finds.get(phrase.join(" ")) ?? [];
    const asForms = (of: (word: string) => string[]) =>
      `(${phrase.map((word) => anyOf(of(word).map(quote))).join(" & ")})`;
    const term = anyOf([asForms(formsOf), ...others.map(quote)]);
    const exact = anyOf([asForms(typedForms)]);
    const isLast = from + length === words.length;
    const start = phrase
      .map((word, at) => {
        const isPrefix = (isLast && at === length - 1) || prefixes.has(word);
        return isPrefix ? `${quote(word)}:*AB` : quote(word);
      })
      .join(" & ");
    // A repeated phrase is added only once.
    unique.set(start, { term, start, exact });
    from += length;
  }
  const all = [...unique.values()];
  return {
    terms: all.map(({ term }) => term),
    starts: all.map(({ start }) => start),
    exactTerms: all.every(({ term, exact }) => term === exact)
      ? null
      : all.map(({ exact }) => exact),
  };
}

function longestKnown(
  words: readonly string[],
  from: number,
  finds: ReadonlyMap<string, readonly string[]>,
): number {
  for (let length = Math.min(longestPhrase, words.length - from); length > 1; length -= 1)
    if (finds.has(words.slice(from, from + length).join(" "))) return length;
  return 1;
}

function anyOf(forms: readonly string[]): string {
  return `(${forms.join(" | ")})`;
}

/**
 * Returns a tsquery, as text, that finds the whole search as a SKU. If the search looks like a SKU or `begins` is set,
 * it also finds SKUs that begin with the search or have a part that does. Not for other searches: "tan" would find the
 * SKU TANK-1.
 */
export function skuText(words: readonly string[], begins = false): string {
  const sku = words
    .join("-")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  const isLikeOne = begins || /\p{N}/u.test(sku) || words.some((word) => /.-./.test(word));
  return `${quote(`#${sku}`)}${isLikeOne && sku.length > 1 ? ":*" : ""}`;
}

function synonymsOf(word: string, off: readonly string[]): readonly string[] {
  const group = alike.get(word) ?? alike.get(word.replace(/(?<=\w{2})s$/, "")) ?? [];
  const [name = word] = group;
  const known = off.includes(name) ? [] : group;
  return [...known, ...(Object.hasOwn(shades, name) ? (shades[name] ?? []) : [])];
}

/** Returns values of the color filter that the words could name, such as "off-white" for "coat off white". */
export function colorsNamed(
  words: readonly string[],
  { finds = new Map(), inEnglish }: Pick<SearchText, "finds" | "inEnglish">,
): string[] {
  const named = new Set<string>();
  for (const phrase of phrasesOf(words)) {
    const others = inEnglish ? synonymsOf(phrase, []) : [];
    for (const name of [phrase, ...(finds.get(phrase) ?? []), ...others])
      named.add(name.replaceAll(/[\s,/]+/g, "-"));
  }
  return [...named];
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/**
 * Finds original options by their translation, which may be typed exactly, with an ending, or in part (schwarz,
 * schwarze, schw). `translated`: originals with their normalized translations. Returns at most `maxFinds` originals per
 * phrase.
 */
export function originalsOf(
  words: readonly string[],
  translated: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const inflected = byBeginning(new Set(phrasesOf(words)));
  const last = words.at(-1) ?? "";
  let left = maxOriginals;
  for (const [original, plain] of translated) {
    const isBegun = last.length >= 3 && plain.startsWith(last);
    for (const phrase of new Set([...(inflected.get(plain) ?? []), ...(isBegun ? [last] : [])])) {
      const originals = found.get(phrase) ?? new Set();
      if (originals.size >= maxFinds) continue;
      originals.add(plainText(original).trim());
      found.set(phrase, originals);
      left -= 1;
      if (left === 0) return listed(found);
    }
  }
  return listed(found);
}

/**
 * Maximum number of originals and synonyms that a phrase finds. Limited, because a store may translate many options
 * with the same word, and a word may be in many groups of synonyms.
 */
export const maxFinds = 50;
/** Maximum number of originals of all phrases of a search together. */
const maxOriginals = 2 * maxFinds;
const longestInflection = 2;

/**
 * Maps each phrase's possible stems to the phrase: the phrase itself, and without its last one or two letters, which
 * may be an ending such as the e of "schwarze".
 */
function byBeginning(phrases: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>();
  for (const phrase of phrases)
    for (let length = 0; length <= longestInflection; length += 1) {
      const beginning = phrase.slice(0, phrase.length - length);
      if (phrase.length <= length) break;
      known.set(beginning, [...(known.get(beginning) ?? []), phrase]);
    }
  return known;
}

function listed(found: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  return new Map([...found].map(([phrase, originals]) => [phrase, [...originals]]));
}

/**
 * Returns the candidate that was most likely meant. Returns null if no candidate is similar enough, or if one begins
 * with the typed word or is its singular.
 */
export function nearestWord(typed: string, candidates: readonly string[]): string | null {
  const max = maxEdits(typed);
  let best: string | null = null;
  let bestDistance = max + 1;
  for (const candidate of candidates) {
    if (candidate.startsWith(typed) || isPlural(typed, candidate)) return null;
    const edits = editDistance(typed, candidate, max);
    if (edits > max) continue;
    const distance =
      edits + (candidate[0] === typed[0] ? 0 : 0.5) - (hasLettersOf(candidate, typed) ? 0.25 : 0);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Maximum number of typing errors in a word. */
export function maxEdits(typed: string): number {
  return typed.length <= 4 ? 1 : typed.length <= 7 ? 2 : 3;
}

/**
 * Whether the candidate contains all typed letters in order. Letters are omitted more often than mistyped: "blck" means
 * black, not back.
 */
function hasLettersOf(candidate: string, typed: string): boolean {
  let found = 0;
  for (const letter of candidate) if (letter === typed[found]) found += 1;
  return found === typed.length;
}

function isPlural(word: string, of: string): boolean {
  return word === `${of}s` || word === `${of}es`;
}

/**
 * Returns the edit distance, counting swaps of adjacent letters (Damerau-Levenshtein), or `max` + 1 if it is greater
 * than `max`. Computes only the diagonals within that distance.
 */
export function editDistance(a: string, b: string, max = Math.max(a.length, b.length)): number {
  const beyond = max + 1;
  if (Math.abs(a.length - b.length) > max) return beyond;
  // Reuses three rows of the distance matrix, because allocating one per letter would cost more than the comparison.
  let before = new Uint16Array(b.length + 1);
  let last = Uint16Array.from({ length: b.length + 1 }, (_, j) => j);
  let row = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i += 1) {
    row.fill(beyond);
    row[0] = i;
    let nearest = i;
    for (let j = Math.max(1, i - max); j <= Math.min(b.length, i + max); j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(
        (last[j] ?? beyond) + 1,
        (row[j - 1] ?? beyond) + 1,
        (last[j - 1] ?? beyond) + same,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? beyond) + 1);
      row[j] = least;
      nearest = Math.min(nearest, least);
    }
    if (nearest > max) return beyond;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[b.length] ?? beyond, beyond);
}
