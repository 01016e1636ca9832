/** Words that shoppers use for one another; a search for one finds the others too. */
const synonyms: readonly (readonly string[])[] = [
  ["sweater", "jumper", "pullover", "knit", "knitwear"],
  ["trouser", "pant", "slacks"],
  ["sneaker", "trainer"],
  ["bag", "handbag", "tote", "crossbody"],
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

const alike = new Map<string, readonly string[]>();
for (const group of synonyms) for (const word of group) alike.set(word, group);

const mostWords = 10;

/** The words of a search as typed, lower case, at most ten. */
export function searchWords(text: string): string[] {
  const words = text.toLowerCase().replaceAll("\0", "").split(/\s+/).filter(Boolean);
  return words.slice(0, mostWords);
}

/**
 * Text for to_tsquery: every word or one of its synonyms must be found, the last one also as a beginning (weights A and
 * B: names, tags, options; not in prose). `instead` holds nearer words to accept as well.
 */
export function tsqueryText(
  words: readonly string[],
  instead: ReadonlyMap<string, string> = new Map(),
): string {
  return words
    .map((word, i) => {
      const near = instead.get(word);
      const forms = new Set([word, ...synonymsOf(word)]);
      if (near !== undefined) for (const form of [near, ...synonymsOf(near)]) forms.add(form);
      const terms = [...forms].map(quote);
      if (i === words.length - 1) terms.push(`${quote(word)}:*AB`);
      return `(${terms.join(" | ")})`;
    })
    .join(" & ");
}

/** Text for a cast to tsquery: the whole search as one SKU. */
export function skuText(words: readonly string[]): string {
  return quote(words.join(" "));
}

function synonymsOf(word: string): readonly string[] {
  return alike.get(word) ?? alike.get(word.replace(/(?<=\w{2})s$/, "")) ?? [];
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** Of the store's own words the one that was most likely meant; null where none is near or the word is one of them. */
export function nearestWord(typed: string, candidates: readonly string[]): string | null {
  const most = typed.length <= 4 ? 1 : typed.length <= 7 ? 2 : 3;
  let best: string | null = null;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (candidate.startsWith(typed) || isPlural(typed, candidate)) return null;
    if (Math.abs(candidate.length - typed.length) > most) continue;
    const distance = editDistance(typed, candidate) + (candidate[0] === typed[0] ? 0 : 0.5);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function isPlural(word: string, of: string): boolean {
  return word === `${of}s` || word === `${of}es`;
}

/** Letters put in, left out, replaced, or swapped with their neighbor (Damerau-Levenshtein, adjacent swaps). */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
