import { z } from "zod";
import { countryCodes } from "./codes.ts";

/** A UUID in upper or lower case, which is converted to lower case, as the database writes it. */
export const Id = z.uuid().toLowerCase();

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Whether a text has the form of a UUID, in upper or lower case. For ids in cookies, cursors and lists. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
/** Whether a text is an existing date, e.g. 2026-11-20. For cursors. */
export function isDay(text: string): boolean {
  return !text.startsWith("0000") && z.iso.date().safeParse(text).success;
}
/** ISO 8601 in UTC, e.g. 2026-11-20T10:00:00.000Z. Rejects the year 0, which the database doesn't support. */
export const Time = z.iso
  .datetime()
  .max(40)
  .refine((at) => !at.startsWith("0000"), "Use a year other than 0000.");
/** ISO 3166-1 alpha-2 in upper case. Only current codes are accepted: the United Kingdom is GB. */
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: "Use a two-letter country code, such as US.", abort: true })
  .max(2)
  .refine(
    (code) => countryCodes.has(code),
    "This isn't a country code. Use a two-letter code, such as US.",
  );
/** The name of a class of products that are taxed alike; empty for the standard class. */
export const TaxClass = z
  .string()
  .trim()
  .toLowerCase()
  .max(40)
  .regex(/^[a-z0-9-]*$/, "Use a-z, 0-9 and hyphens, or leave it empty for the standard class.");

export const Email = z.email().max(254);
/** Maximum size of HTML in bytes. A product's page contains it twice: as markup and as data for hydration. */
export const maxRichTextBytes = { product: 40_000, policy: 64_000 };

/** The size of a text in UTF-8, the encoding of pages. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** HTML that is sanitized before it is stored. */
export const RichText = (of: keyof typeof maxRichTextBytes) => {
  const maxBytes = maxRichTextBytes[of];
  const tooLong = `Use at most ${maxBytes.toLocaleString("en-US")} bytes of HTML.`;
  return z
    .string()
    .max(maxBytes)
    .refine((html) => bytesOf(html) <= maxBytes, tooLong);
};

/** A slug, which identifies a product, collection or page in its URL: lowercase words joined by hyphens. */
export const Link = z
  .string()
  .max(200)
  .regex(
    /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u,
    "Use lowercase words joined by hyphens.",
  );

// A visible character. Zero-width characters, soft hyphens, direction marks, fillers and the empty Braille cell are
// invisible.
const shown = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** Whether a text has at least one visible character. */
export function showsText(text: string): boolean {
  return shown.test(text);
}

/** Maximum number of combining marks on a character. */
const maxMarks = 32;
const firstMark = 0x300;
// Unicode NFKC turns half-width Japanese sound marks into combining marks, so they count as marks.
const mark = /[\p{M}\uff9e\uff9f]/u;
/** From this code point on, only the variation selectors are marks. */
const endOfBlocks = 0x20000;
const [firstSelector, lastSelector] = [0xe0100, 0xe01ef];
/**
 * Caches which code points are marks, in blocks of 256. A block is filled when one of its code points is looked up for
 * the first time.
 */
const markBlocks: Uint8Array[] = [];

/** Whether a code point is a combining mark. Equivalent to the regular expression `mark`, but 20 times as fast. */
export function isMark(codePoint: number): boolean {
  if (codePoint >= endOfBlocks) return codePoint >= firstSelector && codePoint <= lastSelector;
  const first = codePoint & ~0xff;
  const block = (markBlocks[first >> 8] ??= Uint8Array.from({ length: 256 }, (_, at) =>
    Number(mark.test(String.fromCodePoint(first + at))),
  ));
  return block[codePoint & 0xff] === 1;
}

/**
 * Whether a text stacks more than 32 marks on one character. No language needs more, and the time to normalize a run of
 * marks grows with the square of its length, both here and in PostgreSQL.
 */
export function stacksMarks(text: string): boolean {
  // Every run of more than 32 marks includes one of the positions checked here.
  for (let at = maxMarks; at < text.length; at += maxMarks)
    if (text.charCodeAt(at) >= firstMark && countMarksAround(text, at) > maxMarks) return true;
  return false;
}

/** The number of consecutive marks around a position. Stops counting at 33. */
function countMarksAround(text: string, at: number): number {
  let marks = 0;
  let right = isLow(text.charCodeAt(at)) ? at - 1 : at;
  const start = right;
  for (; marks <= maxMarks && right < text.length; marks += 1) {
    const unit = text.charCodeAt(right);
    const isPair = (unit & 0xf800) === 0xd800;
    if (!isMark(isPair ? (text.codePointAt(right) ?? 0) : unit)) break;
    right += isPair ? 2 : 1;
  }
  if (right === start) return 0;
  for (let left = start - 1; marks <= maxMarks && left >= 0; marks += 1, left -= 1) {
    const unit = text.charCodeAt(left);
    const isPair = (unit & 0xf800) === 0xd800;
    if (isPair) left -= 1;
    if (!isMark(isPair ? (text.codePointAt(left) ?? 0) : unit)) break;
  }
  return marks;
}

/** Whether a UTF-16 unit is the second half of a surrogate pair. */
function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** The error message for a text that stacks too many marks. */
export const tooManyMarks = "Remove accents: a character can have at most 32.";

/**
 * A text of one line with at least one visible character. White space that contains a line break or tab becomes one
 * space. `missing` is the error message if no character is visible.
 */
export function Text(max: number, missing?: string) {
  return LongText(max, missing).overwrite((text) =>
    text.replaceAll(whiteSpace, (space) => (lineBreak.test(space) ? " " : space)),
  );
}

const whiteSpace = /[\s\x85]+/g;
const lineBreak = /[\t\n\v\f\r\x85\u2028\u2029]/;

/**
 * Normalizes an order's number or id to ASCII capitals, for search and rate limits. Non-ASCII characters become "?",
 * which matches nothing. Otherwise, some would become ASCII letters: the capital of ſ is S.
 */
export const OrderReference = Text(64).overwrite((text) =>
  text.replaceAll(/[^ -~]/g, "?").toUpperCase(),
);

/**
 * A text of any number of lines with at least one visible character, in Unicode NFC so that composed and decomposed
 * letters are equal.
 */
export function LongText(max: number, missing = "Use at least one visible character.") {
  return z
    .string()
    .trim()
    .normalize("NFC")
    .min(1, { error: missing, abort: true })
    .max(max)
    .refine(showsText, missing);
}

/** A text that may be empty. Becomes empty if it has no visible character. */
export function OptionalText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .overwrite((text) => (showsText(text) ? text : ""));
}

const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** A code or tag as it is stored: Unicode NFC, single spaces, no zero-width characters or soft hyphens. */
export function tidyWord(text: string): string {
  return text.replaceAll(unseen, "").replaceAll(/\s+/g, " ").trim().normalize("NFC");
}

/** A key for comparing codes or tags: ABC-1 and abc-1 have the same key. The database's counterpart is word_key(). */
export function wordKey(text: string): string {
  // The database converts each character to lower case separately. JavaScript would turn Σ at the end of a word into
  // ς, and İ into two characters.
  return tidyWord(text).replaceAll("İ", "i").replaceAll("Σ", "σ").toLowerCase();
}

/** Returns the words as they are stored. Of words with the same wordKey, only the first is kept. */
export function distinctWords(words: readonly string[]): string[] {
  const firsts = new Map<string, string>();
  for (const word of words) {
    const key = wordKey(word);
    if (!firsts.has(key)) firsts.set(key, tidyWord(word));
  }
  return [...firsts.values()];
}

/** Whether a text has more than `max` characters. Counts code points, as the schemas' `max` does. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && Array.from(text).length > max;
}

/**
 * The first `max` UTF-16 units of a text, or one fewer if that would split a surrogate pair, because half a pair can't
 * be stored.
 */
export function beginning(text: string, max: number): string {
  return text.slice(0, max).replace(/\p{Surrogate}$/u, "");
}

/** Maximum number of a variant's units on hand at a location; its negative is the minimum. */
export const maxUnits = 1_000_000;

const maxValues = 50;
const maxValueLength = 100;

/** A query parameter with several values, either repeated or separated by commas. It is parsed into a list. */
export const Many = z
  .union([
    z.string().max(maxValues * (maxValueLength + 1)),
    z.array(z.string().max(maxValueLength)).max(maxValues),
  ])
  .transform((v) => (Array.isArray(v) ? v : v.split(",")).map((s) => s.trim()).filter(Boolean))
  .pipe(z.array(z.string().max(maxValueLength)).max(maxValues));
export const Page = z.coerce.number().int().min(1).max(100_000).default(1);
export const Limit = limitOf(20);
/**
 * The `limit` parameter of a list: the number of items per page. `usual` is the default, which is lower for lists with
 * long items.
 */
export function limitOf(usual: number) {
  return z.coerce.number().int().min(1).max(100).default(usual);
}
export const Flag = z.stringbool();

/**
 * An object with at most `max` keys. The JSON Schema also has the maximum, so the server rejects a larger object before
 * it reads any value.
 */
export function Dictionary<K extends z.core.$ZodRecordKey, V extends z.core.$ZodType>(
  key: K,
  value: V,
  max: number,
) {
  return z
    .record(key, value)
    .refine((entries) => Object.keys(entries).length <= max, `Send at most ${max} entries.`)
    .meta({ maxProperties: max });
}

/** The shape of every paged list. */
export function listOf<T extends z.core.$ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    page: z.int().min(1),
    limit: z.int().min(1).max(100),
    total: z.int().min(0),
  });
}

/** The content of an image: the product, a drawing with its measurements, or a detail. */
export const ImageKind = z.enum(["PHOTO", "DRAWING", "DETAIL"]).meta({ id: "ImageKind" });
export type ImageKind = z.infer<typeof ImageKind>;

/** An image. `url` is the WebP fallback. The AVIF files are in the same folder: `{width}.avif` for each width. */
export const Image = z
  .object({
    id: Id,
    url: z.string(),
    alt: z.string(),
    width: z
      .int()
      .meta({ description: "The largest file's width in pixels. Product images are 4:5." }),
    height: z.int(),
    widths: z.array(z.int()).meta({ description: "The widths of the AVIF files." }),
    color: z.string().nullable().meta({
      description: "The color that the image shows; null if the image applies to every color.",
    }),
    kind: ImageKind,
  })
  .meta({ id: "Image" });
export type Image = z.infer<typeof Image>;

export const Address = z
  .strictObject({
    name: Text(120),
    address: Text(200),
    address2: OptionalText(200).optional(),
    city: Text(100),
    region: OptionalText(100).optional(),
    postalCode: OptionalText(20).optional(),
    country: Country,
    phone: OptionalText(40).optional(),
  })
  .meta({ id: "Address" });
export type Address = z.infer<typeof Address>;
