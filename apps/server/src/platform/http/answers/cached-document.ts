import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { callerAddress } from "../transport.ts";
import type { PartSender } from "./send-parts.ts";

type Encoded = { bytes: Buffer; tag: string };
type Encodings = { br: Encoded; gzip: Encoded; identity: Encoded };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Sends text that doesn't change while the process runs. The text is created and compressed once, at the first request,
 * and not sent again to clients that already have it. All responses share its bytes, and large ones are sent in parts.
 */
export function createCachedDocument(make: () => string, parts: PartSender) {
  let made: Promise<Encodings> | undefined;
  return async (reply: FastifyReply): Promise<FastifyReply> => {
    made ??= encode(make());
    const encodings = await made;
    const { "accept-encoding": accepted = "", "if-none-match": known } = reply.request.headers;
    const encoding = encodingOf(accepted);
    const { bytes, tag } = encodings[encoding];
    reply.header("etag", tag).header("cache-control", "no-cache");
    reply.header("vary", "Accept-Encoding");
    if (known?.includes(tag) === true) return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return parts.send(reply, callerAddress(reply.request), { bytes, size: bytes.byteLength });
  };
}

function encodingOf(accepted: string): keyof Encodings {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : "identity";
}

async function encode(text: string): Promise<Encodings> {
  const bytes = Buffer.from(text);
  // Higher qualities take several times as long and save only a few percent.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes)]);
  return { br: encodedOf(br), gzip: encodedOf(gz), identity: encodedOf(bytes) };
}

function encodedOf(bytes: Buffer): Encoded {
  return { bytes, tag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}
