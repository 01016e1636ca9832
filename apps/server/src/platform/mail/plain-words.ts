/** Line ends, other controls, and what turns the direction of all that follows: no name of a person or thing has them. */
const controls = new RegExp(
  String.raw`[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]+`,
  "g",
);

/** The same data, with a space in each string where controls stood: it may be a mail's header, or stand between words. */
export function withoutControls<T>(data: T): T {
  return clean(data) as T;
}

const maxLine = 40;

/** A line that anybody could have written: short, and nothing that a mail program makes a link of. */
export function plainLine(text: string): string {
  const plain = text
    .replaceAll(/[^\p{L}\p{M}\p{N} .,'’#&()/+-]+/gu, " ")
    .replaceAll(/\.(?=\S)/g, ". ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const clipped = plain.slice(0, maxLine).toWellFormed();
  return clipped === plain ? plain : `${clipped.trimEnd()}…`;
}

/**
 * A text in which a mail program finds no address to make a link of: a space stands in each web and email address. What
 * only looks like one, such as a price, stays.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(/:(?=\/\/)/g, ": ")
    .replaceAll(/[.．。｡](?=\p{L})/gu, "$& ")
    .replaceAll(/@(?=\S)/g, "@ ");
}

function clean(data: unknown): unknown {
  if (typeof data === "string") return data.replaceAll(controls, " ");
  if (Array.isArray(data)) return data.map(clean);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, clean(value)]));
}
