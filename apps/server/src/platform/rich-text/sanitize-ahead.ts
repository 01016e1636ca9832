import { ApiFailure } from "../errors.ts";
import { QueueFullError } from "../fair-queue.ts";
import { keepOfCall, keepOfImport, releaseOfImport, sanitizedBefore } from "./sanitized-texts.ts";
import { createWorkThread, ThreadTimeoutError } from "../work-thread.ts";

const thread = createWorkThread<readonly string[], string[]>({
  file: new URL("./rich-text-thread.ts", import.meta.url),
  limitMs: 20_000,
  maxMemoryMb: 192,
  maxWaiting: 200,
  maxWaitingOfGroup: 40,
});

/** Texts that cost less together take a millisecond or two, which is what handing them over takes as well. */
const maxCostHere = 5000;
/** What a tag costs, in characters of plain text. */
const costOfMark = 10;
/** Characters handed over at once: other groups' texts have their turn after them. */
const batchLength = 50_000;

type StoreRef = { store: { id: string } };

/**
 * Sanitizes a call's texts in a thread, before its transaction, where they are long or many, so that sanitizeRichText()
 * finds them done and the event loop is not held. Throws SERVER_BUSY where too many wait.
 */
export async function sanitizeAhead({ store }: StoreRef, texts: readonly unknown[]): Promise<void> {
  await sanitizeAll(store.id, texts, keepOfCall);
}

/** The texts of one import, which takes turns with all calls and has one batch waiting at a time. */
export type ImportSanitizer = {
  /** The same for the texts of a step; those of the step before are released. */
  sanitize(texts: readonly unknown[]): Promise<void>;
  /** Releases the last step's. */
  close(): void;
};

export function createImportSanitizer({ store }: StoreRef): ImportSanitizer {
  const kept = new Map<string, string>();
  return {
    async sanitize(texts) {
      const wanted = new Set(texts);
      for (const html of kept.keys()) if (!wanted.has(html)) kept.delete(html);
      keepOfImport(kept);
      await sanitizeAll(`import ${store.id}`, texts, (html, clean) => void kept.set(html, clean));
    },
    close() {
      releaseOfImport(kept);
      kept.clear();
    },
  };
}

async function sanitizeAll(
  group: string,
  texts: readonly unknown[],
  keep: (html: string, clean: string) => void,
): Promise<void> {
  const unknown = [...new Set(texts)].filter(
    (text): text is string => typeof text === "string" && sanitizedBefore(text) === undefined,
  );
  if (!costsMoreThan(maxCostHere, unknown)) return;
  try {
    for (const batch of batchesOf(unknown)) {
      const clean = await thread.run(batch, group);
      for (const [i, html] of batch.entries()) keep(html, clean[i] ?? "");
    }
  } catch (error) {
    if (!(error instanceof QueueFullError || error instanceof ThreadTimeoutError)) throw error;
    const message = "Many long texts are being checked. Try again in a few seconds.";
    throw new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds: 5 });
  }
}

/** Short texts add up: a thousand of them hold the event loop as long as one that is as long as all. */
function costsMoreThan(max: number, texts: readonly string[]): boolean {
  let cost = 0;
  for (const text of texts) {
    cost += text.length;
    if (cost > max) return true;
    cost += costOfMark * (text.match(/[<>&]/g)?.length ?? 0);
  }
  return cost > max;
}

function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (batch.length > 0 && length + text.length > batchLength) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) yield batch;
}
