const spelled = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ё: "е" }),
);

/**
 * Returns a text in lower case without accents, in which each Chinese or Japanese character is a word of its own. Must
 * equal catalogue.plain_text.
 */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[ßæœøłđıё]/g, (letter) => spelled.get(letter) ?? letter)
    .normalize("NFKD")
    .replaceAll(/([a-z])[\u0300-\u036f]+/g, "$1")
    .normalize("NFKC")
    .replaceAll(/[\u3040-\u30ff\u3400-\u9fff]/g, " $& ");
}

/** Maximum length of a synonym as plain text, in which one character can become up to eighteen. */
export const maxPlainLength = 120;

/**
 * The plain text of each text, without spaces around it. Normalizes all in one call, because 2,000 calls would take ten
 * times as long. The separator is NUL, which no stored text contains.
 */
export function plainTexts(texts: readonly string[]): string[] {
  return plainText(texts.join("\0"))
    .split("\0")
    .map((text) => text.trim());
}
