import type { FastifyReply, FastifyRequest } from "fastify";
import type { Queryable } from "../../database/sql.ts";
import { ApiFailure } from "../../errors.ts";
import { stalledMs } from "../../event-loop/loop-stalls.ts";
import { widerNetwork, widerShare } from "./caller-address.ts";
import { callerAddress, isInProcess } from "../transport.ts";

/**
 * The time that reads from one address may take per minute: in the database and, for pages and reads of signed-in
 * callers, in this process. Fifty people behind one address who each open a page every ten seconds use about six
 * seconds.
 */
const maxMs = 30_000;
const windowMs = 60_000;
const regainedPerMs = maxMs / windowMs;
/** Queries that are already running finish even after the time is used up. Time above this maximum is not counted. */
const maxDebtMs = 2 * maxMs;
const maxAddresses = 20_000;
/**
 * Milliseconds that count in advance for each query. Otherwise, an address could start many queries before the first
 * one ends.
 */
const begunMs = 100;
/** The time to recognize a signed-in caller and start a read. Measured: 2 to 5 ms. */
const signedInReadMs = 5;
/** Bytes of JSON that are serialized, or parsed and checked, per millisecond: an answer of 4 MB takes about 400 ms. */
const bytesPerMs = 10_000;
/**
 * Bytes of a file that are read and sent per millisecond. This process alone handles 170,000 (measured). The value is
 * lower because threads read the file.
 */
export const fileBytesPerMs = 50_000;

export type AddressTime = {
  /** Adds to the time that an address has used. A negative `ms` gives back time that it did not use. */
  spend(address: string, ms: number): void;
  /** How long the address has to wait, in milliseconds; 0 if it doesn't have to. */
  waitOf(address: string): number;
  /** Forgets all time that was used. For tests, which share a process and call from the same address. */
  forget(): void;
};

/** Counts the time that each address uses in this process. The time becomes available again at a steady rate. */
export function createAddressTime(now: () => number = () => performance.now()): AddressTime {
  /** Ordered by last use. */
  const used = new Map<string, { ms: number; at: number }>();

  const usedBy = (bucket: string, share: number) => {
    const known = used.get(bucket);
    if (known === undefined) return 0;
    return Math.max(0, known.ms - (now() - known.at) * regainedPerMs * share);
  };
  const add = (bucket: string, ms: number, share: number) => {
    const sum = Math.max(0, Math.min(usedBy(bucket, share) + ms, share * maxDebtMs));
    used.delete(bucket);
    if (used.size >= maxAddresses) used.delete(used.keys().next().value ?? "");
    used.set(bucket, { ms: sum, at: now() });
  };

  return {
    spend(address, ms) {
      for (const { bucket, share } of bucketsOf(address)) add(bucket, ms, share);
    },
    waitOf(address) {
      const waits = bucketsOf(address).map(
        ({ bucket, share }) => (usedBy(bucket, share) - share * maxMs) / (regainedPerMs * share),
      );
      return Math.max(0, ...waits);
    },
    forget() {
      used.clear();
    },
  };
}

function bucketsOf(address: string): { bucket: string; share: number }[] {
  const wider = widerNetwork(address);
  return [
    { bucket: address, share: 1 },
    ...(wider === null ? [] : [{ bucket: wider, share: widerShare }]),
  ];
}

/** Shared by all apps of this process. While rate limits are off, only lookups still add to it (lookups.ts). */
export const addressTime = createAddressTime();

/** Throws RATE_LIMITED if the caller's address has used up its time. Calls of our own page rendering are exempt. */
export function requireTime(request: FastifyRequest): void {
  if (isInProcess(request)) return;
  const wait = addressTime.waitOf(callerAddress(request));
  if (wait === 0) return;
  throw new ApiFailure(
    "RATE_LIMITED",
    "Requests from your network took too much time. Wait a moment and try again.",
    { retryAfterSeconds: Math.ceil(wait / 1000) },
  );
}

/** A route's onSend hook: counts the time that a signed-in caller's read takes besides its queries. */
export function chargeAnswer(
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  payload: unknown,
  done: () => void,
): void {
  // A request rejected by a limit costs almost nothing, and must not lengthen the wait.
  if (!isInProcess(request) && statusCode !== 429) {
    const bytes = typeof payload === "string" ? payload.length : 0;
    addressTime.spend(callerAddress(request), signedInReadMs + bytes / bytesPerMs);
  }
  done();
}

/** Counts the time that it takes to parse and check a body. */
export function chargeBody(request: FastifyRequest, bytes: number): void {
  addressTime.spend(callerAddress(request), bytes / bytesPerMs);
}

/** Wraps queries so that their time counts against the caller's address. */
export function timedQueries(from: Queryable, request: FastifyRequest): Queryable {
  return {
    rows: (query) => timedWork(request, () => from.rows(query)),
    row: (query) => timedWork(request, () => from.row(query)),
    run: (query) => timedWork(request, () => from.run(query)),
  };
}

/** Runs work whose time counts against the caller's address. */
export function timedWork<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return chargeTime(callerAddress(request), work);
}

/** Runs work whose time counts against this address. `begun`: the milliseconds that count while the work is running. */
export async function chargeTime<T>(
  address: string,
  work: () => Promise<T>,
  begun = begunMs,
): Promise<T> {
  const [began, stalled] = [performance.now(), stalledMs()];
  if (begun > 0) addressTime.spend(address, begun);
  try {
    return await work();
  } finally {
    // Subtracts the time when the process was blocked, because this work only waited then.
    const ms = performance.now() - began - (stalledMs() - stalled);
    addressTime.spend(address, Math.max(0, ms) - begun);
  }
}
