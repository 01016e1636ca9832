import { ApiFailure } from "../errors.ts";
import { type Place, QueueFullError } from "../fair-queue.ts";
import { holdSanitized, releaseSanitized, sanitizedBefore } from "./sanitized-texts.ts";
import { createWorkThread, ThreadTimeoutError } from "../work-thread.ts";

const thread = createWorkThread<readonly string[], string[]>({
  file: new URL("./rich-text-thread.ts", import.meta.url),
  limitMs: 120_000,
  maxCpuMs: 15_000,
  maxMemoryMb: 192,
  maxWaiting: 200,
  maxWaitingOfGroup: 40,
});

/** Below this total cost, sanitizing takes a millisecond or two, as long as passing the texts to a thread. */
const maxCostHere = 5000;
/** The cost of each <, > and &, in characters of plain text. */
const costOfMark = 10;
/**
 * The maximum number of characters passed to the thread at once, unless a single text is longer. It lets other owners'
 * texts take their turns.
 */
const batchLength = 50_000;

type OfStore = { store: { id: string; owner: string } };

/**
 * Sanitizes a call's texts in a thread if they are long or many, then runs `work`, which opens the transaction. In
 * `work`, sanitizeRichText() returns the prepared results. Throws SERVER_BUSY if too many wait, or if the texts take
 * too long.
 */
export async function sanitizeAhead<Result>(
  { store }: OfStore,
  texts: readonly unknown[],
  work: () => Promise<Result>,
): Promise<Result> {
  const kept = new Map<string, string>();
  holdSanitized(kept);
  try {
    await sanitizeAll({ turns: [store.owner, store.id, "calls"] }, texts, kept);
    return await work();
  } finally {
    releaseSanitized(kept);
  }
}

/** Sanitizes the texts of one import. An import uses the same queue as calls and has at most one batch waiting. */
export type ImportSanitizer = {
  /** Sanitizes the texts of a step in advance, and releases the previous step's texts. */
  sanitize(texts: readonly unknown[]): Promise<void>;
  /** Releases the texts of the last step. */
  close(): void;
};

export function createImportSanitizer({ store }: OfStore): ImportSanitizer {
  const kept = new Map<string, string>();
  // Counts in a group of its own, so that calls to the owner's stores can't displace it from the queue.
  const turns = [store.owner, store.id, "import"];
  const place = { turns, groups: [[`import ${store.id}`]] };
  return {
    async sanitize(texts) {
      const wanted = new Set(texts);
      for (const html of kept.keys()) if (!wanted.has(html)) kept.delete(html);
      holdSanitized(kept);
      await sanitizeAll(place, texts, kept);
    },
    close() {
      releaseSanitized(kept);
      kept.clear();
    },
  };
}

async function sanitizeAll(
  place: Place,
  texts: readonly unknown[],
  kept: Map<string, string>,
): Promise<void> {
  const unknown = [...new Set(texts)]
    .filter((text) => typeof text === "string")
    .filter((text) => {
      const clean = sanitizedBefore(text);
      // Another running call has prepared this text. Copies the result, because that call may end before this one.
      if (clean !== undefined) kept.set(text, clean);
      return clean === undefined;
    });
  if (!costsMoreThan(maxCostHere, unknown)) return;
  try {
    for (const batch of batchesOf(unknown)) {
      const clean = await thread.run(batch, place);
      for (const [i, html] of batch.entries()) kept.set(html, clean[i] ?? "");
    }
  } catch (error) {
    if (!(error instanceof QueueFullError || error instanceof ThreadTimeoutError)) throw error;
    const message = "The server is checking many long texts right now. Try again in a few seconds.";
    throw new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds: 5 });
  }
}

/**
 * Whether sanitizing the texts costs more than `max`. Short texts add up: a thousand of them block the event loop for as long as one text of their total length.
 */
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
