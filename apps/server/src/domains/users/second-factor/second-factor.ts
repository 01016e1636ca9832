import { createHmac, randomInt } from "node:crypto";
import { seal, unseal } from "../../../platform/auth/sealed.ts";
import { stepOfCode } from "../../../platform/auth/totp.ts";
import type { Services } from "../../../platform/context.ts";
import { type Queryable, queryable, sql } from "../../../platform/database/sql.ts";

const recoveryCodes = 10;
/** Omits letters and digits that look alike. A code has 31^10 values (49 bits), and attempts are counted. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Stores a secret, replacing one that was not confirmed. Returns false if two-step verification is on. */
export async function storeSecret(
  db: Queryable,
  { key, now }: Services,
  userId: string,
  secret: Buffer,
): Promise<boolean> {
  const sealed = seal(key("totp secret"), userId, secret);
  const stored = await db.run(sql`
    insert into shop.second_factors as f (user_id, secret, created_at) values (${userId}, ${sealed}, ${now()})
    on conflict (user_id) do update
      set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      where f.confirmed_at is null`);
  return stored > 0;
}

/**
 * Uses up a code from the app or a recovery code, and returns whether it was valid. If two calls use the same code at
 * the same time, at most one succeeds.
 */
export async function spendSecondFactor(
  services: Services,
  userId: string,
  code: string,
): Promise<boolean> {
  const db = queryable(services.database.app);
  if (/^\d{3}\s?\d{3}$/.test(code)) return spendCode(db, services, userId, code, "confirmed");
  const used = await db.run(sql`
    update shop.recovery_codes set used_at = ${services.now()}
    where user_id = ${userId} and hash = ${hashRecoveryCode(services, userId, code)} and used_at is null
      and exists (select from shop.second_factors where user_id = ${userId} and confirmed_at is not null)`);
  return used > 0;
}

/** Accepts only the app's code, checked against a confirmed secret or one that awaits confirmation. */
export async function spendCode(
  db: Queryable,
  { key, now, log }: Services,
  userId: string,
  code: string,
  state: "confirmed" | "waiting",
): Promise<boolean> {
  const factor = await db.row<{ secret: Buffer }>(sql`
    select secret from shop.second_factors
    where user_id = ${userId} and (confirmed_at is not null) = ${state === "confirmed"}`);
  if (factor === undefined) return false;
  const secret = unseal(key("totp secret"), userId, factor.secret);
  if (secret === null)
    log.error({ userId }, "the secret of a second factor was encrypted with another SECRET_KEY");
  // Apps show the code in two halves, so users may type a space between them.
  const digits = code.replace(/\s/, "");
  const step = secret === null ? null : stepOfCode(secret, digits, now());
  if (step === null) return false;
  const used = await db.run(sql`
    update shop.second_factors set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} and secret = ${factor.secret}`);
  return used > 0;
}

/** Replaces all recovery codes with new ones. Only their hashes are stored. */
export async function giveRecoveryCodes(
  db: Queryable,
  services: Services,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(services, userId, code));
  await db.run(sql`delete from shop.recovery_codes where user_id = ${userId}`);
  await db.run(sql`
    insert into shop.recovery_codes (user_id, hash) select ${userId}, unnest(${hashes}::bytea[])`);
  return codes;
}

/** Deletes the second factor and its recovery codes. */
export async function forgetSecondFactor(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`delete from shop.recovery_codes where user_id = ${userId}`);
  await db.run(sql`delete from shop.second_factors where user_id = ${userId}`);
}

/** Returns a code like abcde-fghjk. */
function newRecoveryCode(): string {
  const text = Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join("");
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/**
 * Hashes a recovery code with the server's key, so that a reader of the table cannot test codes against it. Ignores
 * case and separators.
 */
function hashRecoveryCode({ key }: Services, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return createHmac("sha256", key("recovery code")).update(`${userId} ${plain}`).digest();
}
