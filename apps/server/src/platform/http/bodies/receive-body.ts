import type { FastifyRequest } from "fastify";
import { type Endpoint, maxBodyBytes, type Upload } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/people/permissions";
import type { Actor } from "../../context.ts";
import { ApiFailure } from "../../errors.ts";
import { pace as nextSlice } from "../../event-loop/pace.ts";
import { checkInput } from "./check-input.ts";
import type { Bounds } from "./input-bounds.ts";
import { hasMoreSymbols, isDeeperThan } from "./json-scan.ts";
import { type Pace, readBody, streamBody } from "./read-body.ts";
import type { Timeouts } from "../timeouts.ts";
import type { BodyRoom, Reservation, Sender } from "./body-room.ts";
import { validationFailed } from "./validation-errors.ts";

/** Maximum nesting of lists and objects. The deepest body of the contract has seven levels. */
const maxDepth = 20;
export type BodySize = keyof typeof maxBodyBytes;

/**
 * Maximum number of `{`, `[`, `,` and `:` in a body. The largest cart has 3,000, the largest product 30,000.
 */
export const maxSymbols: Readonly<Record<BodySize, number>> = {
  anonymous: 10_000,
  cart: 10_000,
  identified: 50_000,
};
const staffGrants: ReadonlySet<string> = new Set([...Permission.options, "owner"]);
/** Bodies up to this size reserve no memory, so that large bodies never cause small ones to be rejected. */
const freeBytes = 16 * 1024;
const stepBytes = 64 * 1024;
/** Larger bodies take turns, so that each iteration of the event loop parses for only a few milliseconds. */
const smallBytes = 1024;

/**
 * Accepts only JSON or, for uploads, the declared types. A form on another site can't send any of these. Only webhooks
 * also accept a form's type, and they use no cookies.
 */
export function requireMediaType(request: FastifyRequest, { method, upload }: Endpoint): void {
  const { headers, mediaType } = request;
  if (method === "GET" || (headers["content-type"] === undefined && !hasBody(request))) return;
  const types: readonly string[] = upload?.types ?? ["application/json"];
  if (mediaType !== undefined && types.includes(mediaType)) return;
  throw new ApiFailure(
    "UNSUPPORTED_MEDIA_TYPE",
    upload === undefined
      ? "Send application/json."
      : `Send a file of one of these types: ${types.join(", ")}.`,
  );
}

/** A body that its schema has not validated yet, and its size in bytes. */
export type ReceivedJson = { value: unknown; bytes: number };
export const noJson: ReceivedJson = { value: {}, bytes: 0 };

/**
 * Returns which size of body the caller may send. Staff and API keys may send large bodies, because they write products
 * and settings. `actor` is undefined if the body names the store; then any signed-in caller counts as staff.
 */
export function bodySizeOf({ access, takesCart }: Endpoint, actor: Actor | undefined): BodySize {
  const { allow } = access;
  const isForStaff = allow.some((grant) => staffGrants.has(grant));
  const mayBeStaff =
    actor === undefined
      ? !allow.includes("public")
      : actor.kind === "user" || actor.kind === "apiKey";
  if (isForStaff && mayBeStaff) return "identified";
  return takesCart === true || allow.includes("user") ? "cart" : "anonymous";
}

type Receiving = {
  size: BodySize;
  caller: Sender;
  room: BodyRoom;
  pace: Pace;
};

/** Reads and parses the JSON body within its limits. A missing body counts as an object without fields. */
export async function receiveJson(
  request: FastifyRequest,
  bounds: Bounds,
  { size, caller, room, pace }: Receiving,
): Promise<ReceivedJson> {
  const { headers, raw } = request;
  if (headers["content-type"] === undefined && !hasBody(request)) return noJson;
  const maxBytes = maxBodyBytes[size];
  const tooLarge = `Send a body of at most ${maxBytes / 1024} KiB.`;
  const reservation = room(caller);
  try {
    const bytes = await readBody(raw, { maxBytes, pace, tooLarge }, reserving(reservation));
    // The last bytes of hundreds of bodies can arrive at once, and all would be parsed in one tick.
    if (bytes.length > smallBytes) await nextSlice();
    return { value: parseBody(bytes, bounds, size), bytes: bytes.length };
  } finally {
    reservation.release();
  }
}

/**
 * Reserves memory for the bytes that have arrived. Content-Length alone reserves none, because it costs the sender
 * nothing.
 */
function reserving({ growTo }: Reservation): (bytes: number) => void {
  return (bytes) => {
    if (bytes > freeBytes) growTo(Math.ceil(bytes / stepBytes) * stepBytes);
  };
}

/** Throws INVALID_JSON, and VALIDATION_FAILED for a body that is deeper or larger than the call accepts. */
export function parseBody(bytes: Buffer, bounds: Bounds, size: BodySize): unknown {
  if (bytes.length === 0) throw new ApiFailure("INVALID_JSON", "The body is empty. Send JSON.");
  if (isDeeperThan(bytes, maxDepth))
    throw validationFailed([
      { path: "", message: `Nest lists and objects at most ${maxDepth} levels deep.` },
    ]);
  if (hasMoreSymbols(bytes, maxSymbols[size]))
    throw validationFailed([
      {
        path: "",
        message: `Send fewer fields and values: at most ${maxSymbols[size]} of the characters { [ , and : in total.`,
      },
    ]);
  const value = parseJson(bytes);
  checkInput(bounds, value);
  return value ?? {};
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString().replace(/^\uFEFF/, ""));
  } catch {
    throw new ApiFailure("INVALID_JSON", "This isn't valid JSON. Correct it.");
  }
}

type Uploading = {
  caller: Sender;
  room: BodyRoom;
  timeouts: Timeouts;
};

/** Passes a file to `work`, whole or as a stream. A whole file reserves memory until the work is done. */
export async function withFile<Result>(
  { raw }: FastifyRequest,
  { maxBytes, streamed }: Upload,
  { caller, room, timeouts }: Uploading,
  work: (file: Uint8Array | AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const tooLarge = `Send a file of at most ${maxBytes / 2 ** 20} MB.`;
  if (streamed === true)
    return work(streamBody(raw, { maxBytes, pace: timeouts.upload, tooLarge }));
  const reservation = room(caller);
  try {
    const limits = { maxBytes, pace: timeouts.wholeUpload, tooLarge };
    return await work(await readBody(raw, limits, reserving(reservation)));
  } finally {
    reservation.release();
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
