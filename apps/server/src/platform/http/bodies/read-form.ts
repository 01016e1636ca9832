import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../../errors.ts";
import { pace as nextSlice } from "../../event-loop/pace.ts";
import { readBody } from "./read-body.ts";
import { theTimeouts } from "../timeouts.ts";

/** Enough for a few fields. Small, because pages show some of them again. */
export const maxFormBytes = 8 * 1024;
/**
 * Several times the number of fields in a page's largest form. The parser creates an entry for each field, however
 * small.
 */
export const maxFormFields = 100;

/** Larger forms take turns, so that each iteration of the event loop parses for only a few milliseconds. */
const smallBytes = 1024;

export const formType = "application/x-www-form-urlencoded";

/**
 * Reads a page's whole form and returns it URL-encoded, so that the page's action can always parse it. Throws
 * UNSUPPORTED_MEDIA_TYPE for other types, PAYLOAD_TOO_LARGE for too many fields, VALIDATION_FAILED for a multipart form
 * that is broken, and the errors of readBody().
 */
export async function readForm(
  request: IncomingMessage,
  maxBytes = maxFormBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = await readBody(request, {
    maxBytes,
    pace: theTimeouts.body,
    tooLarge: "Send a shorter form.",
  });
  // The last bytes of hundreds of forms can arrive at once, and all would be parsed in one tick.
  if (read.length > smallBytes) await nextSlice();
  const bytes = new Uint8Array(read);
  const type = request.headers["content-type"] ?? "";
  if (bytes.length === 0 || isType(type, formType)) {
    requireFewFields(read, "&");
    return bytes;
  }
  if (isType(type, "multipart/form-data")) return urlEncoded(bytes, type);
  throw new ApiFailure("UNSUPPORTED_MEDIA_TYPE", `Send the form as ${formType}.`);
}

function isType(header: string, type: string): boolean {
  return header.split(";", 1)[0]?.trim().toLowerCase() === type;
}

/**
 * Converts a multipart form, which email providers may send for a one-click unsubscription (RFC 8058). Ignores files.
 */
async function urlEncoded(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const boundary = /;\s*boundary=("?)([\w'()+./:=?-]{1,70})\1\s*$/i.exec(type)?.[2];
  if (boundary === undefined) throw brokenForm();
  requireFewFields(Buffer.from(bytes.buffer), `--${boundary}`);
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw brokenForm();
  });
  const fields = [...form].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new TextEncoder().encode(new URLSearchParams(fields).toString());
}

/** Counts the separators in the bytes, because parsing is the expensive part. */
function requireFewFields(form: Buffer, separator: string): void {
  let at = form.indexOf(separator);
  for (let fields = 1; at >= 0; fields += 1) {
    if (fields > maxFormFields) throw new ApiFailure("PAYLOAD_TOO_LARGE", "Send fewer fields.");
    at = form.indexOf(separator, at + separator.length);
  }
}

function brokenForm(): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", "The form cannot be read. Send it again.");
}
