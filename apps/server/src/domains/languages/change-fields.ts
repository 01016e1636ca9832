import { bytesOf, showsText } from "@vetrina/contract/common";
import type { LanguageCode, TranslatableType } from "@vetrina/contract/enumerations";
import type { ValidationError } from "@vetrina/contract/errors";
import { translatableFields, type TranslationFields } from "@vetrina/contract/languages";
import { ApiFailure } from "../../platform/errors.ts";
import { plainText, sanitizeRichText } from "../../platform/rich-text/rich-text.ts";

/** A translation as it is kept: what is not there is shown in the original's words. */
export type Words = Record<string, string | string[]>;

const longestWord = 120;
/** Of the words of a store in one language: every list and page of it reads them. */
const maxWords = 2000;
const maxWordCharacters = 100_000;

/**
 * The fields after a change, kept as the original's are. Throws VALIDATION_FAILED with a path for each field that the type
 * does not have, and each value that is none; `words` are those a type of words can have, or null for any.
 */
export function changeFields(
  type: TranslatableType,
  present: Words,
  change: TranslationFields,
  words: ReadonlySet<string> | null = null,
): Words {
  const faults: ValidationError[] = [];
  const next = new Map(Object.entries(present));
  for (const [name, value] of Object.entries(change)) {
    const path = `fields.${name}`;
    const kind = kindOf(type, name, words);
    if (kind === undefined) faults.push({ path, message: "This field is not known." });
    else if (value === null) next.delete(name);
    else {
      const kept = keep(kind, value);
      if (typeof kept === "object" && "fault" in kept) faults.push({ path, message: kept.fault });
      else next.set(name, kept);
    }
  }
  const kept = Object.fromEntries(next);
  if (faults.length === 0 && grewTooLarge(type, present, kept))
    faults.push({
      path: "fields",
      message: `Translate at most ${maxWords} words, of ${maxWordCharacters} characters together. Remove some first.`,
    });
  const [first] = faults;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, faults);
  return kept;
}

/** Those that were more before the bound was there can be made fewer. */
function grewTooLarge(type: TranslatableType, present: Words, next: Words): boolean {
  if (translatableFields[type] !== "words") return false;
  const [before, after] = [sizeOf(present), sizeOf(next)];
  return (
    (after.words > maxWords && after.words >= before.words) ||
    (after.characters > maxWordCharacters && after.characters >= before.characters)
  );
}

function sizeOf(words: Words): { words: number; characters: number } {
  const entries = Object.entries(words);
  const characters = entries.reduce((sum, [word, text]) => sum + word.length + text.length, 0);
  return { words: entries.length, characters };
}

/** Of the values that are sent for a type's fields, those that may hold HTML. */
export function richFields(type: TranslatableType, fields: TranslationFields): unknown[] {
  const kinds: Readonly<Record<string, Kind>> | "words" = translatableFields[type];
  if (kinds === "words") return [];
  return Object.entries(kinds).flatMap(([name, { kind }]) => (kind === "rich" ? fields[name] : []));
}

type Kind = { kind: "text" | "rich" | "lines"; most: number };

function kindOf(
  type: TranslatableType,
  name: string,
  words: ReadonlySet<string> | null,
): Kind | undefined {
  const fields: Readonly<Record<string, Kind>> | "words" = translatableFields[type];
  if (fields !== "words") return Object.hasOwn(fields, name) ? fields[name] : undefined;
  return words === null || words.has(name) ? { kind: "text", most: longestWord } : undefined;
}

function keep(
  { kind, most }: Kind,
  value: string | string[],
): string | string[] | { fault: string } {
  if (kind === "lines") {
    if (!Array.isArray(value)) return { fault: "Send a list of lines." };
    const lines = value.map((line) => line.trim());
    if (lines.length === 0 || !lines.every(showsText))
      return { fault: "Write each line, or send null to remove them." };
    const isTooLong = lines.length > 20 || lines.some((line) => line.length > most);
    return isTooLong ? { fault: `Use at most 20 lines of ${most} characters.` } : lines;
  }
  if (Array.isArray(value)) return { fault: "Send a text." };
  const kept = kind === "rich" ? sanitizeRichText(value) : value.trim();
  if (!showsText(kind === "rich" ? plainText(kept) : kept))
    return { fault: "Write a text, or send null to remove it." };
  const length = kind === "rich" ? bytesOf(kept) : kept.length;
  return length > most ? { fault: `Use at most ${most} characters.` } : kept;
}

/** The language to translate into for who asked for one; null where the originals are shown: its own, or none it speaks. */
export function languageToShow(
  { languages }: { languages: readonly LanguageCode[] },
  wanted: LanguageCode | undefined,
): LanguageCode | null {
  const [own] = languages;
  return wanted === undefined || wanted === own || !languages.includes(wanted) ? null : wanted;
}
