import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../platform/audit.ts";
import { hashPassword, unmatchableHash, verifyPassword } from "../../platform/auth/password.ts";
import { requireGoodPassword } from "../../platform/auth/password-policy.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { insertAccount } from "./accounts/account-rows.ts";
import {
  accountTransaction,
  type AccountTransaction,
  issueToNobody,
  mailAccount,
  mailLink,
} from "./account-transaction.ts";
import { countAccountMails, hasUsableLink, mailRoomOf, type MailRoom } from "./mail-limits.ts";

type NewUser = { name: string; email: string; passwordHash: string };

/**
 * Returns the same response after the same work, whether or not the address has an account; only the email reveals it.
 * Throws RATE_LIMITED if the caller requested too many emails.
 */
export async function register(
  ctx: Context,
  { body: { name, email, password } }: Input<typeof users.register>,
): Promise<Output<typeof users.register>> {
  requireGoodPassword(password, email);
  await countAccountMails(ctx);
  const known = await findKnown(ctx, email);
  const waiting = known?.isProven === false ? known.passwordHash : null;
  // Computes exactly one password hash, so that the response time reveals nothing: either the hash of the new password
  // or, if a registration of the address is pending, the comparison with the pending password.
  const caller = { by: ctx, account: null };
  const passwordHash = waiting === null ? await hashPassword(password, caller) : unmatchableHash;
  const isSame = waiting !== null && (await verifyPassword(password, waiting, caller));
  const room = await mailRoomOf(ctx, "registration", email);
  await accountTransaction(ctx, async (tx) => {
    const userId = await insertUser(tx, ctx, { name, email, passwordHash });
    if (userId === null)
      await registerAgain(tx, ctx, { email, room, sameHash: isSame ? waiting : null, known });
    else await mailIfRoom(tx, ctx, { template: "verify-email", userId, email }, room);
  });
  return { status: "PENDING" };
}

/** The new user's id; null if the address has an account. */
async function insertUser(
  tx: AccountTransaction,
  ctx: Context,
  { name, email, passwordHash }: NewUser,
): Promise<string | null> {
  const id = newId();
  const account = { id, email, name, passwordHash, emailVerifiedAt: null };
  if (!(await insertAccount(tx, account, ctx.now()))) return null;
  await auditAccount(tx, ctx, id, { action: "CREATE", entityType: "account", entityId: id });
  return id;
}

type Known = { id: string; passwordHash: string; isProven: boolean };

/** The account with this address, verified or not. */
function findKnown({ lookups }: Context, email: string): Promise<Known | undefined> {
  return lookups.row(sql`
    select id, password_hash as "passwordHash", email_verified_at is not null as "isProven"
    from shop.users where lower(email) = lower(${email}) and deleted_at is null`);
}

type Again = { email: string; room: MailRoom; sameHash: string | null; known: Known | undefined };

/**
 * Registers an address again that is still unverified. If the passwords differ, two people may have registered, so
 * neither password is kept and the owner sets a new one through the emailed link. The same password counts as one
 * person who may not have received the first email.
 */
async function registerAgain(
  tx: AccountTransaction,
  ctx: Context,
  { email, room, sameHash, known }: Again,
): Promise<void> {
  const unproven = await tx.row<{ id: string; is_same: boolean }>(sql`
    update shop.users set password_hash = case when password_hash = ${sameHash} then password_hash else ${unmatchableHash} end
    where lower(email) = lower(${email}) and deleted_at is null and email_verified_at is null
    returning id, password_hash <> ${unmatchableHash} as is_same`);
  if (unproven?.is_same === false)
    await auditAccount(tx, ctx, unproven.id, {
      action: "UPDATE",
      entityType: "account",
      entityId: unproven.id,
      after: { password: "void" },
    });
  if (unproven !== undefined) {
    const template = unproven.is_same ? "verify-email" : "reset-password";
    return mailIfRoom(tx, ctx, { template, userId: unproven.id, email }, room);
  }
  if (!(await hasRoomFor(tx, ctx, { template: "verify-email", userId: null, email }, room))) return;
  await issueToNobody(tx, ctx, { template: "verify-email", email });
  await mailAccount(tx, {
    template: "account-exists",
    userId: known?.id ?? null,
    to: email,
    data: {},
  });
}

type Link = { template: "verify-email" | "reset-password"; userId: string | null; email: string };

async function mailIfRoom(
  tx: AccountTransaction,
  ctx: Context,
  link: Link & { userId: string },
  room: MailRoom,
): Promise<void> {
  if (await hasRoomFor(tx, ctx, link, room)) await mailLink(tx, ctx, link);
}

async function hasRoomFor(
  tx: AccountTransaction,
  ctx: Context,
  link: Link,
  room: MailRoom,
): Promise<boolean> {
  return room === "any" || (room === "missing" && !(await hasUsableLink(tx, ctx, link)));
}
