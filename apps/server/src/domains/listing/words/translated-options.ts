import type { LanguageCode } from "@vetrina/contract/enumerations";
import { createBriefMemory } from "../../../platform/brief-memory.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { plainTexts } from "../../languages/plain-text.ts";
import { readWords } from "../../languages/translate.ts";

const keepMs = 10 * 60_000;
/** Fifty lists of a store's options in one language take up about 20 MB at most. */
const memory = createBriefMemory<ReadonlyMap<string, string>>(keepMs, 50);
/** Number of words that are normalized without a pause. */
const wordsAtOnce = 50;

/**
 * Maps the store's options to their normalized translations. Empty if the originals are requested. Long lists are
 * cached, because every search in a language needs them, and normalizing 100,000 letters takes 10 ms.
 */
export async function plainOptions(
  reader: Parameters<typeof readWords>[0],
  requested: LanguageCode | undefined,
): Promise<ReadonlyMap<string, string>> {
  const read = await readWords(reader, "OPTION", requested);
  if (read === null) return new Map();
  const { id, words } = read;
  if (words.size <= wordsAtOnce) return inPlainText(words);
  return memory.remember(id, () => inPlainText(words));
}

async function inPlainText(words: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const plain = new Map<string, string>();
  const originals = [...words.keys()];
  const texts = [...words.values()];
  for (let at = 0; at < texts.length; at += wordsAtOnce) {
    const pause = pace();
    if (pause !== null) await pause;
    for (const [i, text] of plainTexts(texts.slice(at, at + wordsAtOnce)).entries())
      plain.set(originals[at + i] ?? "", text);
  }
  return plain;
}
