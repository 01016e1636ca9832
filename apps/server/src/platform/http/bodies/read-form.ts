import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../../errors.ts";
import { readBody } from "./read-body.ts";
import { theTimeouts } from "../timeouts.ts";

/** A few fields, of which some come back on the page. */
export const maxFormBytes = 8 * 1024;
/** Several times what any page's form has: each field is an entry that the parser makes, however few bytes it has. */
export const maxFormFields = 100;

export const formType = "application/x-www-form-urlencoded";

/**
 * The whole form of a page, which anybody may send, always URL-encoded: the page's action never meets a body that it cannot
 * read. Throws UNSUPPORTED_MEDIA_TYPE for what is no form, PAYLOAD_TOO_LARGE for too many fields, and as readBody() does.
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

/** Mail providers may send a one-click unsubscription like this (RFC 8058). Files are left out. */
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

/** Counts in the bytes, because parsing them is what costs. */
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
