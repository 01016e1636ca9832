import type { ValidationError } from "@vetrina/contract/errors";
import type { Synonyms, SynonymsInput } from "@vetrina/contract/catalogue/search";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { maxPlainLength, plainText } from "../languages/plain-text.ts";
import { builtInSynonyms } from "../listing/words/search-terms.ts";

const longestPhrase = 4;
/** Limit on the words of all groups together, because each is stemmed in ten languages when the groups are written. */
const maxWords = 500;
/**
 * Limit on the letters of all groups together after plainText(), which can turn one character into eighteen letters.
 */
const maxPlainTotal = 30_000;
const maxErrors = 50;

/**
 * Returns the groups as they are stored. Throws VALIDATION_FAILED for too many words or letters, a group without
 * synonyms, or a phrase that has more than four words or is too long once it is normalized.
 */
export function keptGroups({ groups }: SynonymsInput): Synonyms["groups"] {
  const errors: ValidationError[] = [];
  const written = groups.reduce((sum, { words }) => sum + words.length, 0);
  if (written > maxWords)
    throw invalidField("groups", `Use at most ${maxWords} words in all groups together.`);
  let letters = 0;
  const kept = (phrases: readonly string[], path: string): string[] => {
    const byPlain = new Map<string, string>();
    for (const [i, phrase] of phrases.entries()) {
      if (errors.length >= maxErrors) break;
      const key = plain(phrase);
      byPlain.set(key, phrase);
      letters += key.length;
      if (key.length > maxPlainLength)
        errors.push({
          path: `${path}.${i}`,
          message: `Use a shorter phrase. With ligatures and similar characters spelled out, it has more than ${maxPlainLength} characters.`,
        });
    }
    return [...byPlain.values()];
  };
  const stored = groups.map(({ words, oneWaySynonyms = null }, at) => {
    const path = `groups.${at}`;
    const group = {
      words: kept(words, `${path}.words`),
      oneWaySynonyms:
        oneWaySynonyms === null ? null : kept(oneWaySynonyms, `${path}.oneWaySynonyms`),
    };
    if (group.oneWaySynonyms === null && group.words.length < 2)
      errors.push({
        path: `groups.${at}.words`,
        message: "Enter at least two words, or one word and the words it should also find.",
      });
    for (const [name, phrases] of Object.entries(group))
      for (const [i, phrase] of (phrases ?? []).entries())
        if (wordsOf(phrase).length > longestPhrase)
          errors.push({
            path: `groups.${at}.${name}.${i}`,
            message: `Use at most ${longestPhrase} words.`,
          });
    return group;
  });
  if (letters > maxPlainTotal)
    errors.push({
      path: "groups",
      message: `Use at most ${maxPlainTotal} characters in all groups together, counted with ligatures and similar characters spelled out.`,
    });
  const [first] = errors;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
  return stored;
}

/** Returns the names of the built-in groups that are off, in the order of builtInSynonyms. */
export function offOf({ builtIn }: Pick<Synonyms, "builtIn">): string[] {
  return builtIn.flatMap(({ name, isEnabled }) => (isEnabled ? [] : [name]));
}

/**
 * Returns the named built-in groups, each once, in the order of builtInSynonyms. Throws VALIDATION_FAILED for an
 * unknown name.
 */
export function keptOff(named: readonly string[]): string[] {
  const names = builtInSynonyms.map(([name = ""]) => name);
  const unknown = named.findIndex((name) => !names.includes(name));
  if (unknown !== -1)
    throw invalidField(
      `disabledBuiltIn.${unknown}`,
      `Use names of built-in groups: ${names.join(", ")}.`,
    );
  return names.filter((name) => named.includes(name));
}

export type SynonymKey = { at: number; phrase: string; synonyms: string[] };

/** Returns the synonyms of each phrase of each group, normalized. */
export function synonymKeys(groups: Synonyms["groups"]): SynonymKey[] {
  return groups.flatMap(({ words, oneWaySynonyms }, at) => {
    // Normalizes each phrase once, instead of once for each of its synonyms.
    const plains = words.map(plain);
    const found = oneWaySynonyms?.map(plain);
    return plains.map((phrase, i) => ({
      at,
      phrase,
      synonyms: found ?? plains.filter((_, other) => other !== i),
    }));
  });
}

function plain(phrase: string): string {
  return wordsOf(plainText(phrase)).join(" ");
}

function wordsOf(phrase: string): string[] {
  return phrase.split(/\s+/).filter(Boolean);
}
