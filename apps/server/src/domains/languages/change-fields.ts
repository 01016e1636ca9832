import { bytesOf, showsText } from "@vetrina/contract/common";
import type { LanguageCode, TranslatableType } from "@vetrina/contract/enumerations";
import type { ValidationError } from "@vetrina/contract/errors";
import { translatableFields, type TranslationFields } from "@vetrina/contract/languages";
import { ApiFailure } from "../../platform/errors.ts";
import { plainTexts } from "./plain-text.ts";
import { plainText, sanitizeRichText } from "../../platform/rich-text/rich-text.ts";

/** The fields of a translation as stored. A missing field is shown in the original language. */
export type Words = Record<string, string | string[]>;

const longestWord = 120;
/**
 * Limits on a store's translated words in one language, because lists and pages read them all. Translations are
 * measured as typed or after plainText(), with which searches compare, whichever is longer.
 */
const maxWords = 2000;
const maxWordCharacters = 100_000;
/** Number of words that are normalized between two checks of the limit. */
const wordsAtOnce = 50;
/**
 * Maximum number of errors returned for a change. A line of an import may have 20,000 fields, and each may be invalid.
 */
const maxErrors = 50;

/**
 * Applies a change to the fields and normalizes the values in the same way as the originals. Throws VALIDATION_FAILED
 * for unknown or invalid fields (the first 50), and if there would be too many words. `words` contains the words that
 * may be translated; null allows any.
 */
export function changeFields(
  type: TranslatableType,
  present: Words,
  change: TranslationFields,
  words: ReadonlySet<string> | null = null,
): Words {
  const errors: ValidationError[] = [];
  const names = Object.keys(change);
  if (translatableFields[type] === "words" && names.length > maxWords) throw refusal([tooLarge]);
  const next = new Map(Object.entries(present));
  for (const name of names) {
    if (errors.length === maxErrors) break;
    const value = change[name] ?? null;
    const path = `fields.${name}`;
    const kind = kindOf(type, name, words);
    if (kind === undefined) errors.push({ path, message: "This field is unknown. Leave it out." });
    else if (value === null) next.delete(name);
    else {
      const normalized = normalize(kind, value);
      if (typeof normalized === "object" && "problem" in normalized)
        errors.push({ path, message: normalized.problem });
      else next.set(name, normalized);
    }
  }
  const fieldsAfter = Object.fromEntries(next);
  if (errors.length === 0 && grewTooLarge(type, present, fieldsAfter)) errors.push(tooLarge);
  if (errors.length > 0) throw refusal(errors);
  return fieldsAfter;
}

const tooLarge: ValidationError = {
  path: "fields",
  message: `You can translate at most ${maxWords} words with ${maxWordCharacters} characters in total, counted with ligatures and similar characters spelled out. Remove some first.`,
};

function refusal(errors: readonly ValidationError[]): ApiFailure {
  const [first] = errors;
  return new ApiFailure("VALIDATION_FAILED", `${first?.path}: ${first?.message}`, errors);
}

/**
 * Whether the words exceed a limit and the change doesn't make them fewer or shorter. Translations from before the
 * limits existed may exceed them, but can only shrink.
 */
function grewTooLarge(type: TranslatableType, present: Words, next: Words): boolean {
  if (translatableFields[type] !== "words") return false;
  const [before, after] = [Object.entries(present), Object.entries(next)];
  if (after.length > maxWords && after.length >= before.length) return true;
  return (
    haveTooManyLetters(after) &&
    (charactersOf(after) >= charactersOf(before) || !haveTooManyLetters(before))
  );
}

type Entries = readonly (readonly [string, string | string[]])[];

function charactersOf(entries: Entries): number {
  return entries.reduce((sum, [word, text]) => sum + word.length + text.length, 0);
}

/**
 * Whether the words and their translations have too many characters in total. Measures each translation as typed or
 * after plainText(), whichever is longer, and stops as soon as there are too many.
 */
function haveTooManyLetters(entries: Entries): boolean {
  let characters = charactersOf(entries);
  for (let at = 0; at < entries.length && characters <= maxWordCharacters; at += wordsAtOnce) {
    const texts = entries.slice(at, at + wordsAtOnce).map(([, text]) => [text].flat().join(" "));
    for (const [i, plain] of plainTexts(texts).entries())
      characters += Math.max(0, plain.length - (texts[i]?.length ?? 0));
  }
  return characters > maxWordCharacters;
}

/** Of the fields sent, returns the values of those that may contain HTML. */
export function richFields(type: TranslatableType, fields: TranslationFields): unknown[] {
  const kinds: Readonly<Record<string, Kind>> | "words" = translatableFields[type];
  if (kinds === "words") return [];
  return Object.entries(kinds).flatMap(([name, { kind }]) => (kind === "rich" ? fields[name] : []));
}

type Kind = { kind: "text" | "rich" | "lines"; maxLength: number };

function kindOf(
  type: TranslatableType,
  name: string,
  words: ReadonlySet<string> | null,
): Kind | undefined {
  const fields: Readonly<Record<string, Kind>> | "words" = translatableFields[type];
  if (fields !== "words") return Object.hasOwn(fields, name) ? fields[name] : undefined;
  return words === null || words.has(name) ? { kind: "text", maxLength: longestWord } : undefined;
}

function normalize(
  { kind, maxLength }: Kind,
  value: string | string[],
): string | string[] | { problem: string } {
  if (kind === "lines") {
    if (!Array.isArray(value)) return { problem: "Send a list of lines." };
    const lines = value.map((line) => line.trim());
    if (lines.length === 0 || !lines.every(showsText))
      return { problem: "Enter text in each line, or send null to remove the list." };
    const isTooLong = lines.length > 20 || lines.some((line) => line.length > maxLength);
    return isTooLong
      ? { problem: `Use at most 20 lines of at most ${maxLength} characters.` }
      : lines;
  }
  if (Array.isArray(value)) return { problem: "Send text, not a list." };
  const text = kind === "rich" ? sanitizeRichText(value) : value.trim();
  if (!showsText(kind === "rich" ? plainText(text) : text))
    return { problem: "Enter text, or send null to remove it." };
  const length = kind === "rich" ? bytesOf(text) : text.length;
  return length > maxLength
    ? { problem: `Use at most ${maxLength} ${kind === "rich" ? "bytes of HTML" : "characters"}.` }
    : text;
}

/**
 * Returns the language to translate into, or null to show the originals: if no language was requested, or if the
 * requested one is the store's default or isn't published.
 */
export function languageToShow(
  { languages }: { languages: readonly LanguageCode[] },
  requested: LanguageCode | undefined,
): LanguageCode | null {
  const [own] = languages;
  return requested === undefined || requested === own || !languages.includes(requested)
    ? null
    : requested;
}
