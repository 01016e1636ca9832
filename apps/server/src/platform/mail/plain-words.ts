/** Line breaks, other control characters and marks that change the text direction. No name needs them. */
const controls = new RegExp(
  String.raw`[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]+`,
  "g",
);

/** Replaces control characters in each string with spaces, so that it is safe in an email's header and text. */
export function withoutControls<T>(data: T): T {
  return clean(data) as T;
}

const maxLine = 40;

/**
 * Shortens any text to one line without anything that an email client would turn into a link. Adds a space after a
 * dot, but not in an ordinal such as "3.º", because no top-level domain has only one letter.
 */
export function plainLine(text: string): string {
  const plain = text
    .replaceAll(/[^\p{L}\p{M}\p{N} .,'’#&()/+-]+/gu, " ")
    .replaceAll(/\.(?=\S)(?![ºª](?:[\s,)]|$))/gu, ". ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const clipped = plain.slice(0, maxLine).toWellFormed();
  return clipped === plain ? plain : `${clipped.trimEnd()}…`;
}

/**
 * Breaks up every web and email address in the text with a space, so that no email client turns it into a link. Text
 * that only looks similar, such as a price or an ordinal ("3.º"), is unchanged.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(/:(?=\/\/)/g, ": ")
    .replaceAll(/[.．。｡](?=\p{L})(?![ºª](?:[\s,)]|$))/gu, "$& ")
    .replaceAll(/@(?=\S)/g, "@ ");
}

function clean(data: unknown): unknown {
  if (typeof data === "string") return data.replaceAll(controls, " ");
  if (Array.isArray(data)) return data.map(clean);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, clean(value)]));
}
