import type { IncomingMessage } from "node:http";
import { finished } from "node:stream";
import { ApiFailure } from "../../errors.ts";
import { isCutOff } from "../connections/guard-parser.ts";

/** How long a body may take. The server's own time between two chunks is not counted. */
export type Pace = {
  /** Maximum time without a byte. */
  idleMs: number;
  /** Maximum time for the whole body. */
  totalMs: number;
  /** After this time the body must have arrived at a minimum average rate. */
  graceMs: number;
  bytesPerSecond: number;
};

export type BodyLimits = { maxBytes: number; pace: Pace; tooLarge: string };

/** Beyond this many bytes of unread chunks, the server stops reading from the connection. */
const maxArrivedBytes = 64 * 1024;

/**
 * Reads a whole body into memory, up to the limit. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, and VALIDATION_FAILED
 * for an incomplete body. answerError() then closes the connection, because the rest of the body stays unread.
 * `arrived` gets the number of bytes so far, and may throw.
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  arrived: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of streamBody(request, limits)) {
    bytes += part.length;
    arrived(bytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Like readBody(), in parts: each part joins the chunks that arrived since the previous one. */
export async function* streamBody(
  request: IncomingMessage,
  { maxBytes, pace, tooLarge }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw payloadTooLarge(tooLarge);
  const arrivals = arrivalsOf(request, { maxBytes, tooLarge });
  let [bytes, waitedMs] = [0, 0];
  try {
    for (;;) {
      const began = performance.now();
      const part = await inTime(arrivals.next(), patience(pace, bytes, waitedMs));
      waitedMs += performance.now() - began;
      if (part === null) return;
      bytes += part.length;
      yield part;
    }
  } finally {
    arrivals.stop();
  }
}

type Arrivals = {
  /** Waits for data and returns everything that arrived since the last call, joined; null at the end. */
  next: () => Promise<Uint8Array | null>;
  stop: () => void;
};

/**
 * Takes chunks as they arrive. Wakes the reader once per read of the socket, not per chunk: 64 KB can hold 10,000
 * chunks, each of which would cost a timer and several promises.
 */
function arrivalsOf(
  request: IncomingMessage,
  { maxBytes, tooLarge }: Pick<BodyLimits, "maxBytes" | "tooLarge">,
): Arrivals {
  let arrived: Uint8Array[] = [];
  let [arrivedBytes, bytes] = [0, 0];
  let end: { failure: Error | null } | null = null;
  let reader = Promise.withResolvers<void>();
  let wake: NodeJS.Immediate | null = null;

  const finish = (failure: Error | null) => {
    end ??= { failure };
    reader.resolve();
  };
  const take = (chunk: Uint8Array) => {
    bytes += chunk.length;
    const refusal = refusalOf();
    if (refusal !== null) {
      stop();
      finish(refusal);
      return;
    }
    arrived.push(chunk);
    arrivedBytes += chunk.length;
    if (arrivedBytes >= maxArrivedBytes) request.pause();
    wake ??= setImmediate(() => reader.resolve());
  };
  const refusalOf = () => {
    if (bytes > maxBytes) return payloadTooLarge(tooLarge);
    return isCutOff(request) ? payloadTooLarge("Send the body in larger chunks.") : null;
  };
  const forget = finished(request, { writable: false }, (error) =>
    finish(error == null ? refusalOf() : brokenOff()),
  );
  // Does not destroy the request, so that the response can still be sent.
  const stop = () => {
    forget();
    request.off("data", take);
    request.pause();
    if (wake !== null) clearImmediate(wake);
  };
  request.on("data", take);

  return {
    stop,
    async next() {
      await reader.promise;
      if (end?.failure) throw end.failure;
      if (arrived.length === 0) return null;
      const part = Buffer.concat(arrived);
      [arrived, arrivedBytes, wake] = [[], 0, null];
      if (end === null) {
        reader = Promise.withResolvers();
        request.resume();
      }
      return part;
    },
  };
}

function payloadTooLarge(message: string): ApiFailure {
  return new ApiFailure("PAYLOAD_TOO_LARGE", message);
}

function brokenOff(): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", "The body is incomplete. Send it again.");
}

/** Milliseconds to wait for the next chunk. */
function patience(pace: Pace, bytes: number, waitedMs: number): number {
  const byRate = Math.max(pace.graceMs, (bytes / pace.bytesPerSecond) * 1000);
  return Math.max(0, Math.min(pace.idleMs, pace.totalMs - waitedMs, byRate - waitedMs));
}

async function inTime<T>(chunk: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(new ApiFailure("REQUEST_TIMEOUT", "The body arrived too slowly. Send it again.")),
      ms,
    );
  });
  try {
    return await Promise.race([chunk, late]);
  } finally {
    clearTimeout(timer);
  }
}
