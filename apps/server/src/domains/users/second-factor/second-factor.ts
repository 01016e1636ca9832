import { createHmac, randomInt } from "node:crypto";
import { seal, unseal } from "../../../platform/auth/sealed.ts";
import { stepOfCode } from "../../../platform/auth/totp.ts";
import type { Services } from "../../../platform/context.ts";
import { type Queryable, queryable, sql } from "../../../platform/database/sql.ts";

const recoveryCodes = 10;
/** No letter that is taken for a digit or another; 31^10 is 49 bits, and guesses are counted. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Puts a secret in place of one that was not confirmed. False where the second step is on. */
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

/** Whether the code of the app or the recovery code is good; each is good once, of two at the same time for one. */
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

/** The app's code alone, against a secret that is confirmed or still waits for it. */
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
  if (secret === null) log.error({ userId }, "a second step was sealed under another SECRET_KEY");
  // Apps show it in two halves.
  const digits = code.replace(/\s/, "");
  const step = secret === null ? null : stepOfCode(secret, digits, now());
  if (step === null) return false;
  const used = await db.run(sql`
    update shop.second_factors set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} and secret = ${factor.secret}`);
  return used > 0;
}

/** New codes in place of all old ones; hashes are kept. */
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

/** The second step and everything of it goes. */
export async function forgetSecondFactor(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`delete from shop.recovery_codes where user_id = ${userId}`);
  await db.run(sql`delete from shop.second_factors where user_id = ${userId}`);
}

/** abcde-fghjk */
function newRecoveryCode(): string {
  const text = Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join("");
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Under the server's key: who reads the table can't try codes against it. However it was typed. */
function hashRecoveryCode({ key }: Services, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return createHmac("sha256", key("recovery code")).update(`${userId} ${plain}`).digest();
}
