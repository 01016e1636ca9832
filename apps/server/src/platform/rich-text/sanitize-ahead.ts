import { ApiFailure } from "../errors.ts";
import { QueueFullError } from "../fair-queue.ts";
import { isSanitized, keepSanitized } from "./rich-text.ts";
import { createWorkThread, ThreadTimeoutError } from "../work-thread.ts";

const thread = createWorkThread<string, string>({
  file: new URL("./rich-text-thread.ts", import.meta.url),
  limitMs: 20_000,
  maxMemoryMb: 192,
  maxWaiting: 200,
  maxWaitingOfGroup: 40,
});

/** Shorter texts take a few milliseconds at most, which is what handing them over takes as well. */
const longText = 5000;

/**
 * Sanitizes a call's long texts in a thread, before its transaction, so that sanitizeRichText() finds them done and the
 * event loop is not held. Throws SERVER_BUSY where too many wait.
 */
export async function sanitizeAhead(
  { store }: { store: { id: string } },
  texts: readonly unknown[],
): Promise<void> {
  await sanitizeAll(store.id, texts);
}

/** The same for the texts of a file: one import takes turns with all calls, and has one text waiting at a time. */
export async function sanitizeForImport(
  { store }: { store: { id: string } },
  texts: readonly unknown[],
): Promise<void> {
  await sanitizeAll(`import ${store.id}`, texts);
}

async function sanitizeAll(group: string, texts: readonly unknown[]): Promise<void> {
  const long = texts.filter(
    (text): text is string =>
      typeof text === "string" && text.length > longText && !isSanitized(text),
  );
  try {
    for (const html of new Set(long)) keepSanitized(html, await thread.run(html, group));
  } catch (error) {
    if (!(error instanceof QueueFullError || error instanceof ThreadTimeoutError)) throw error;
    const message = "Many long texts are being checked. Try again in a few seconds.";
    throw new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds: 5 });
  }
}
