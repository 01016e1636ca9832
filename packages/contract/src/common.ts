import { z } from "zod";
import { countryCodes } from "./codes.ts";

/** An id is the same in capitals: it is read in small letters, as the database writes it. */
export const Id = z.uuid().toLowerCase();

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Whether a text has the form of a UUID, in either case: for ids in cookies, cursors and lists. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
/** ISO 8601 UTC, e.g. 2026-11-20T10:00:00.000Z. No year 0: there was none, and databases know none. */
export const Time = z.iso
  .datetime()
  .max(40)
  .refine((at) => !at.startsWith("0000"), "There was no year 0.");
/** ISO 3166-1 alpha-2, upper case; of today: the United Kingdom is GB. */
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: "Use the two letters of the country, e.g. US.", abort: true })
  .max(2)
  .refine(
    (code) => countryCodes.has(code),
    "This is the code of no country. Use its two letters, e.g. US.",
  );
export const Email = z.email().max(254);
/** A product's, collection's or page's name in its address: lower-case words joined by hyphens. */
/** Of HTML. A product's page shows its own, and carries it once more for the browser. */
export const maxRichTextBytes = { product: 40_000, policy: 64_000 };

/** How many bytes a text has in UTF-8, in which pages are sent. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** HTML that is kept sanitized. */
export const RichText = (of: keyof typeof maxRichTextBytes) => {
  const maxBytes = maxRichTextBytes[of];
  const tooLong = `Use at most ${maxBytes.toLocaleString("en-US")} bytes of HTML.`;
  return z
    .string()
    .max(maxBytes)
    .refine((html) => bytesOf(html) <= maxBytes, tooLong);
};

export const Link = z
  .string()
  .max(200)
  .regex(
    /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u,
    "Use lower-case words joined by hyphens.",
  );

// Invisible ones (zero widths, soft hyphens, marks of direction, fillers) and the empty Braille cell show nothing.
const shown = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** Whether a reader sees anything of it. */
export function showsText(text: string): boolean {
  return shown.test(text);
}

/** A name or a text of one line that shows something; `missing` is said of one that does not. Breaks become spaces. */
export function Text(most: number, missing?: string) {
  return LongText(most, missing).overwrite((text) =>
    text.replaceAll(whiteSpace, (space) => (lineBreak.test(space) ? " " : space)),
  );
}

const whiteSpace = /[\s\x85]+/g;
const lineBreak = /[\t\n\v\f\r\x85\u2028\u2029]/;

/**
 * An order's number or id as it is looked for and counted by: in capitals of ASCII. A sign that no number has becomes one
 * that matches none, because databases take some for letters: the capital of ſ is S.
 */
export const OrderReference = Text(64).overwrite((text) =>
  text.replaceAll(/[^ -~]/g, "?").toUpperCase(),
);

/** A text of any number of lines that shows something; what looks alike is alike: é is one character. */
export function LongText(most: number, missing = "Write something that can be seen.") {
  return z
    .string()
    .trim()
    .normalize("NFC")
    .min(1, { error: missing, abort: true })
    .max(most)
    .refine(showsText, missing);
}

/** A text that may be empty, which it also is where nothing of it shows. */
export function OptionalText(most: number) {
  return z
    .string()
    .trim()
    .max(most)
    .overwrite((text) => (showsText(text) ? text : ""));
}

const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** A code or a tag as it is kept: one way of writing an accent, one space where there is white space, nothing unseen. */
export function tidyWord(text: string): string {
  return text.replaceAll(unseen, "").replaceAll(/\s+/g, " ").trim().normalize("NFC");
}

/** What two codes or tags share that people and scanners take for one: ABC-1 and abc-1. The database's twin: word_key(). */
export function wordKey(text: string): string {
  // Sign by sign, as the database does: a whole word has its last sigma changed.
  return Array.from(tidyWord(text).replaceAll("İ", "i"), (sign) => sign.toLowerCase()).join("");
}

/** The first of each of the words that are the same, tidied. */
export function distinctWords(words: readonly string[]): string[] {
  const firsts = new Map<string, string>();
  for (const word of words)
    if (!firsts.has(wordKey(word))) firsts.set(wordKey(word), tidyWord(word));
  return [...firsts.values()];
}

/** Whether a text has more characters than `most`, counted as the schemas' `max` does: one of two units is one. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most;
}

/** The first so many characters of a text, or one fewer where a sign of two would be cut: half of one can't be stored. */
export function beginning(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Surrogate}$/u, "");
}

/** Most pieces on hand that are written for a variant at a location, whichever way. */
export const maxUnits = 1_000_000;

const maxValues = 50;
const maxValueLength = 100;

/** Query values arrive as text; a value given once or several times is a list either way. */
export const Many = z
  .union([
    z.string().max(maxValues * (maxValueLength + 1)),
    z.array(z.string().max(maxValueLength)).max(maxValues),
  ])
  .transform((v) => (Array.isArray(v) ? v : v.split(",")).map((s) => s.trim()).filter(Boolean))
  .pipe(z.array(z.string().max(maxValueLength)).max(maxValues));
export const Page = z.coerce.number().int().min(1).max(100_000).default(1);
export const Limit = z.coerce.number().int().min(1).max(100).default(20);
export const Flag = z.stringbool();

/** An object of any keys. Its bound stands in its JSON Schema too, where the server finds it before it looks at a value. */
export function Dictionary<K extends z.core.$ZodRecordKey, V extends z.core.$ZodType>(
  key: K,
  value: V,
  max: number,
) {
  return z
    .record(key, value)
    .refine((entries) => Object.keys(entries).length <= max, `Name at most ${max}.`)
    .meta({ maxProperties: max });
}

/** The one shape of a list. */
export function listOf<T extends z.core.$ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    page: z.int().min(1),
    limit: z.int().min(1).max(100),
    total: z.int().min(0),
  });
}

/** What a picture shows: the piece itself, the drawing of where its measures are taken, a part of it from close by. */
export const ImageKind = z.enum(["PHOTO", "DRAWING", "DETAIL"]).meta({ id: "ImageKind" });
export type ImageKind = z.infer<typeof ImageKind>;

/** Files of one picture live at `${url without the file}/${width}.avif` for each width; url itself is the WebP fall-back. */
export const Image = z
  .object({
    id: Id,
    url: z.string(),
    alt: z.string(),
    width: z.int().meta({ description: "Pixels of the largest file; 4:5 for products." }),
    height: z.int(),
    widths: z.array(z.int()).meta({ description: "AVIF widths there are beside url." }),
    color: z.string().nullable().meta({ description: "The colour it shows; null: every colour." }),
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
