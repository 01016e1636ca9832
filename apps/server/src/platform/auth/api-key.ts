import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Queryable, sql } from "../database/sql.ts";

/** A usable API key: its id and hash, its store, and its permissions there. */
export type KeyHolder = {
  keyId: string;
  keyHash: Buffer;
  storeId: string;
  permissions: readonly string[];
};

const prefix = "vk_";
const [idBytes, secretBytes, checkBytes] = [16, 32, 4];

/** vk_ and, as base64url: the key's id, 32 random bytes, and a CRC-32 that detects a mistyped key without a lookup. */
export function newApiKey(id: string): string {
  const body = Buffer.concat([
    Buffer.from(id.replaceAll("-", ""), "hex"),
    randomBytes(secretBytes),
  ]);
  return prefix + Buffer.concat([body, checksum(body)]).toString("base64url");
}

export function isApiKey(token: string): boolean {
  return token.startsWith(prefix);
}

/** A plain SHA-256 is enough, because the key contains 32 random bytes. Don't use it for passwords. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * Reads the key from the database at each call, so a revoked key stops working immediately. Returns null for a wrong or
 * inactive key.
 */
export async function findKeyHolder(db: Queryable, key: string): Promise<KeyHolder | null> {
  const keyId = idIn(key);
  if (keyId === null) return null;
  const found = await db.row<{ storeId: string; keyHash: Buffer; permissions: string[] }>(sql`
    select store_id as "storeId", key_hash as "keyHash", permissions from door.active_api_key(${keyId})`);
  if (found === undefined || !timingSafeEqual(found.keyHash, hashApiKey(key))) return null;
  return { keyId, ...found };
}

/** Returns the id in a key; null for text that can't be one of our keys. */
function idIn(key: string): string | null {
  const bytes = Buffer.from(key.slice(prefix.length), "base64url");
  const body = bytes.subarray(0, idBytes + secretBytes);
  const match =
    bytes.length === idBytes + secretBytes + checkBytes &&
    checksum(body).equals(bytes.subarray(body.length)) &&
    prefix + bytes.toString("base64url") === key;
  if (!match) return null;
  const hex = body.subarray(0, idBytes).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function checksum(body: Buffer): Buffer {
  const bytes = Buffer.alloc(checkBytes);
  bytes.writeUInt32BE(crc32(body));
  return bytes;
}
