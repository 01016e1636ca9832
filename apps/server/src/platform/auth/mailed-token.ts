import { createHmac, timingSafeEqual } from "node:crypto";
import { resetLinkHours } from "@vetrina/commerce/constants";
import type { Services } from "../context.ts";
import { type Queryable, sql } from "../database/sql.ts";
import { newId } from "../id.ts";

const hour = 60 * 60 * 1000;

/** The purposes of emailed tokens, with their lifetime in milliseconds. */
export const mailedTokenMs = {
  "verify-email": 72 * hour,
  "reset-password": resetLinkHours * hour,
  "change-email": 24 * hour,
  invitation: 7 * 24 * hour,
  "store-email": 24 * hour,
} as const;

export type MailedPurpose = keyof typeof mailedTokenMs;

export type NewMailedToken = {
  purpose: MailedPurpose;
  userId: string | null;
  /** The store that sends the email; null: the platform. */
  storeId: string | null;
  /** The store whose pages the user was on, if the platform sends the email. */
  askedAt?: string | null;
  /** The email's recipient. Using the token verifies this address. */
  email: string;
};

export type MailedToken = Omit<NewMailedToken, "purpose"> & { id: string; expiresAt: Date };

type Issuer = Pick<Services, "key" | "now">;

/**
 * Creates a one-time token and returns its id, the only thing that the queued email stores. Voids the open token of the
 * same purpose and user. Without a user, voids the one of the same purpose, store and address.
 */
export async function issueToken(
  db: Queryable,
  { now }: Pick<Issuer, "now">,
  { purpose, userId, storeId, askedAt = null, email }: NewMailedToken,
): Promise<string> {
  const [id, at] = [newId(), now()];
  const until = new Date(at.getTime() + mailedTokenMs[purpose]);
  await db.run(sql`
    select door.issue_mailed_token(${id}, ${purpose}, ${userId}, ${storeId}, ${askedAt}, ${email}, ${at}, ${until})`);
  return id;
}

/**
 * The token in the email's link: the id with an HMAC over purpose and id, 64 characters of base64url. The token
 * isn't stored.
 */
export function tokenFor({ key }: Pick<Issuer, "key">, id: string, purpose: MailedPurpose): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  return Buffer.concat([bytes, macOf(key("mailed token"), id, purpose)]).toString("base64url");
}

/**
 * An open token's row by its id, for the email that contains the token; null if it has been used or replaced, or has
 * expired.
 */
export function findTokenById(
  db: Queryable,
  { now }: Pick<Issuer, "now">,
  id: string,
  purpose: MailedPurpose,
): Promise<MailedToken | null> {
  return one(db, id, sql`select * from door.read_mailed_token(${id}, ${purpose}, ${now()})`);
}

/** An open token's data, without using the token; null if it is forged, used, replaced or expired. */
export async function readToken(
  db: Queryable,
  issuer: Issuer,
  token: string,
  purpose: MailedPurpose,
): Promise<MailedToken | null> {
  const id = idOf(issuer, token, purpose);
  return id === null ? null : findTokenById(db, issuer, id, purpose);
}

/**
 * Uses a token. If several calls use it at the same time, only one gets its data. The others get null, as for a forged,
 * used, replaced or expired token. A rollback leaves the token open.
 */
export async function useToken(
  db: Queryable,
  issuer: Issuer,
  token: string,
  purpose: MailedPurpose,
): Promise<MailedToken | null> {
  const id = idOf(issuer, token, purpose);
  if (id === null) return null;
  const at = issuer.now();
  return one(db, id, sql`select * from door.use_mailed_token(${id}, ${purpose}, ${at})`);
}

/** Voids a user's open tokens, of one purpose or of all. */
export async function voidTokens(
  db: Queryable,
  { now }: Pick<Issuer, "now">,
  userId: string,
  purpose: MailedPurpose | null = null,
): Promise<void> {
  await db.run(sql`select door.revoke_mailed_tokens(${userId}, ${purpose}, ${now()})`);
}

type Row = {
  user_id: string | null;
  store_id: string | null;
  asked_at_store: string | null;
  email: string;
  expires_at: Date;
};

async function one(
  db: Queryable,
  id: string,
  query: ReturnType<typeof sql>,
): Promise<MailedToken | null> {
  const row = await db.row<Row>(query);
  if (row === undefined) return null;
  const { user_id: userId, store_id: storeId, asked_at_store: askedAt } = row;
  return { id, userId, storeId, askedAt, email: row.email, expiresAt: row.expires_at };
}

const idBytes = 16;
const macBytes = 32;

/**
 * The id in a token that this server issued for this purpose, even if the token is no longer valid; null for any other
 * text.
 */
function idOf({ key }: Pick<Issuer, "key">, token: string, purpose: MailedPurpose): string | null {
  const bytes = Buffer.from(token, "base64url");
  // Rejects other spellings of a token, because the decoder ignores characters outside base64url.
  if (bytes.length !== idBytes + macBytes || bytes.toString("base64url") !== token) return null;
  const id = bytes
    .toString("hex", 0, idBytes)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const mac = macOf(key("mailed token"), id, purpose);
  return timingSafeEqual(mac, bytes.subarray(idBytes)) ? id : null;
}

function macOf(key: Buffer, id: string, purpose: MailedPurpose): Buffer {
  return createHmac("sha256", key).update(`${purpose} ${id}`).digest();
}
