import type { FastifyRequest } from "fastify";
import { type Endpoint, maxBodyBytes, type Upload } from "@vetrina/contract/endpoint";
import { ApiFailure } from "../../errors.ts";
import { checkInput } from "./check-input.ts";
import type { Bounds } from "./input-bounds.ts";
import { countUpTo, isDeeperThan } from "./json-scan.ts";
import { readBody, streamBody } from "./read-body.ts";
import type { Timeouts } from "../timeouts.ts";
import type { UploadRoom } from "./upload-room.ts";
import { validationFailed } from "./validation-errors.ts";

/** Maximum nesting of lists and objects. The deepest body of the contract has seven levels. */
const maxDepth = 20;
/**
 * Maximum commas in an anonymous caller's body. JSON.parse takes ten times as long for an object of many fields as for
 * a text of the same size. The largest cart has 1,400.
 */
export const maxValues = 10_000;
const comma = 0x2c;

/** Accepts only JSON, or the upload's own types: another site's form can send neither. */
export function requireMediaType(request: FastifyRequest, { method, upload }: Endpoint): void {
  const { headers, mediaType } = request;
  if (method === "GET" || (headers["content-type"] === undefined && !hasBody(request))) return;
  const types: readonly string[] = upload?.types ?? ["application/json"];
  if (mediaType !== undefined && types.includes(mediaType)) return;
  throw new ApiFailure(
    "UNSUPPORTED_MEDIA_TYPE",
    upload === undefined ? "Send application/json." : `Send a file of ${types.join(", ")}.`,
  );
}

/** A body that was not validated, and its size. */
export type ReceivedJson = { value: unknown; bytes: number };
export const noJson: ReceivedJson = { value: {}, bytes: 0 };

/** Reads and parses the JSON body within its limits. A missing body counts as an object without fields. */
export async function receiveJson(
  request: FastifyRequest,
  { takesCart }: Endpoint,
  caller: { isAnonymous: boolean },
  bounds: Bounds,
  { body: pace }: Timeouts,
): Promise<ReceivedJson> {
  if (request.headers["content-type"] === undefined && !hasBody(request)) return noJson;
  const maxBytes = caller.isAnonymous
    ? maxBodyBytes[takesCart === true ? "cart" : "anonymous"]
    : maxBodyBytes.identified;
  const tooLarge = `Send a body of at most ${maxBytes / 1024} KiB.`;
  const bytes = await readBody(request.raw, { maxBytes, pace, tooLarge });
  const value = parseBody(bytes, bounds, caller.isAnonymous ? maxValues : Infinity);
  return { value, bytes: bytes.length };
}

/** Throws INVALID_JSON, and VALIDATION_FAILED for a body that is deeper or larger than the call accepts. */
export function parseBody(bytes: Buffer, bounds: Bounds, values: number): unknown {
  if (bytes.length === 0) throw new ApiFailure("INVALID_JSON", "The body is empty. Send JSON.");
  if (isDeeperThan(bytes, maxDepth))
    throw validationFailed([
      { path: "", message: `Nest lists and objects at most ${maxDepth} levels deep.` },
    ]);
  if (countUpTo(values, bytes, comma) > values)
    throw validationFailed([{ path: "", message: `Send at most ${values} values.` }]);
  const value = parseJson(bytes);
  checkInput(bounds, value);
  return value ?? {};
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString().replace(/^\uFEFF/, ""));
  } catch {
    throw new ApiFailure("INVALID_JSON", "The body is not valid JSON.");
  }
}

type Uploading = {
  caller: { address: string; isAnonymous: boolean };
  room: UploadRoom;
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
  const size = Number(raw.headers["content-length"] ?? maxBytes);
  const release = room(caller, Math.min(size, maxBytes));
  try {
    return await work(await readBody(raw, { maxBytes, pace: timeouts.wholeUpload, tooLarge }));
  } finally {
    release();
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
