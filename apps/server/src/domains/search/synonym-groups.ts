import type { ValidationError } from "@vetrina/contract/errors";
import type { Synonyms, SynonymsInput } from "@vetrina/contract/search";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { builtInSynonyms, plainText } from "../listing/search-terms.ts";

const longestPhrase = 4;
/** In all groups: each is stemmed in ten languages when they are written. */
const maxWords = 500;

/**
 * The groups as they are kept. Throws VALIDATION_FAILED for a word that stands for nothing, and for a phrase of more than four
 * words.
 */
export function keptGroups({ groups }: SynonymsInput): Synonyms["groups"] {
  const faults: ValidationError[] = [];
  const written = groups.reduce((sum, { words }) => sum + words.length, 0);
  if (written > maxWords)
    throw invalidField("groups", `Use at most ${maxWords} words in all groups together.`);
  const kept = groups.map(({ words, finds = null }, at) => {
    const group = { words: distinct(words), finds: finds === null ? null : distinct(finds) };
    if (group.finds === null && group.words.length < 2)
      faults.push({ path: `groups.${at}.words`, message: "Name two words, or what it finds." });
    for (const [name, phrases] of Object.entries(group))
      for (const [i, phrase] of (phrases ?? []).entries())
        if (wordsOf(phrase).length > longestPhrase)
          faults.push({
            path: `groups.${at}.${name}.${i}`,
            message: `Use at most ${longestPhrase} words.`,
          });
    return group;
  });
  const [first] = faults;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, faults);
  return kept;
}

/** The built-in groups that are off, in their own order. */
export function offOf({ builtIn }: Pick<Synonyms, "builtIn">): string[] {
  return builtIn.flatMap(({ name, isOn }) => (isOn ? [] : [name]));
}

/** The named built-in groups, each once, in their own order. Throws VALIDATION_FAILED for a name that none has. */
export function keptOff(named: readonly string[]): string[] {
  const names = builtInSynonyms.map(([name = ""]) => name);
  const unknown = named.findIndex((name) => !names.includes(name));
  if (unknown !== -1)
    throw invalidField(
      `builtInOff.${unknown}`,
      `Use names of built-in groups: ${names.join(", ")}.`,
    );
  return names.filter((name) => named.includes(name));
}

export type SynonymKey = { at: number; phrase: string; finds: string[] };

/** What each phrase of each group finds beside itself, in plain words. */
export function synonymKeys(groups: Synonyms["groups"]): SynonymKey[] {
  return groups.flatMap(({ words, finds }, at) =>
    words.map((word) => ({
      at,
      phrase: plain(word),
      finds: (finds ?? words.filter((other) => other !== word)).map(plain),
    })),
  );
}

function plain(phrase: string): string {
  return wordsOf(plainText(phrase)).join(" ");
}

function wordsOf(phrase: string): string[] {
  return phrase.split(/\s+/).filter(Boolean);
}

function distinct(words: readonly string[]): string[] {
  return [...new Map(words.map((word) => [plain(word), word])).values()];
}
