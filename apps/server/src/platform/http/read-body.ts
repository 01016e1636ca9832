import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../errors.ts";

/** How long a body may take; what the server itself does between two chunks is not counted. */
export type Pace = {
  /** Without a byte. */
  idleMs: number;
  /** Altogether. */
  totalMs: number;
  /** Then it has to have come at least so fast on average. */
  graceMs: number;
  bytesPerSecond: number;
};

export type BodyLimits = { maxBytes: number; pace: Pace; tooLarge: string };

/**
 * The whole body, because whoever asks reads it whole; whatever Content-Length says, no more than the limit is read.
 * Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, and VALIDATION_FAILED for one that breaks off; answerError() then closes
 * the connection, because nobody reads the rest.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamBody(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same piece by piece. */
export async function* streamBody(
  request: IncomingMessage,
  { maxBytes, pace, tooLarge }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const refuse = () => new ApiFailure("PAYLOAD_TOO_LARGE", tooLarge);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw refuse();
  let [bytes, waitedMs] = [0, 0];
  // Not destroyed, so that the answer still gets out.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  for (;;) {
    const began = performance.now();
    const next = await inTime(chunks.next(), patience(pace, bytes, waitedMs));
    waitedMs += performance.now() - began;
    if (next.done === true) return;
    bytes += next.value.length;
    if (bytes > maxBytes) throw refuse();
    yield next.value;
  }
}

/** Milliseconds that the next chunk may take. */
function patience(pace: Pace, bytes: number, waitedMs: number): number {
  const byRate = Math.max(pace.graceMs, (bytes / pace.bytesPerSecond) * 1000);
  return Math.max(0, Math.min(pace.idleMs, pace.totalMs - waitedMs, byRate - waitedMs));
}

async function inTime<T>(chunk: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ApiFailure("REQUEST_TIMEOUT", "The body came too slowly. Send it again.")),
      ms,
    );
  });
  const whole = chunk.catch(() => {
    throw new ApiFailure("VALIDATION_FAILED", "The body did not come whole. Send it again.");
  });
  try {
    return await Promise.race([whole, late]);
  } finally {
    clearTimeout(timer);
  }
}
