import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { widerNetwork } from "../../platform/http/callers/caller-address.ts";
import { countCaller } from "../../platform/http/callers/count-caller.ts";
import { rateLimited } from "../../platform/http/callers/rate-limit.ts";
import { countedNameOf, mailboxOf } from "../../platform/mail/mailbox.ts";
import { mayMail } from "../../platform/mail/may-mail.ts";
import {
  accountTransaction,
  type AccountTransaction,
  mailLink,
  mailNobody,
  placeholderIdOf,
  type TokenMail,
} from "./account-transaction.ts";
import {
  accountMailsAnHour,
  accountMailsOfCaller,
  accountMailsOfCallerToMailbox,
  accountMailsPastAnHour,
  changeMailsOfAllAnHour,
  changeMailsOfUserAnHour,
  usableLinkMs,
} from "./rules.ts";

/**
 * Which emails for a purpose a mailbox may still receive: all, none, or only a link for an account without a usable
 * link ("missing").
 */
export type MailRoom = "any" | "missing" | "none";

/**
 * Counts an email for this purpose against the mailbox's limit. Its aliases (name+tag@…) are counted together, and its
 * plain name separately. Beyond the limit, a caller with few requests still gets "missing", so that flooding some
 * aliases doesn't block others.
 */
export async function mailRoomOf(
  { services, caller: { address }, limitsCallers }: Context,
  purpose: keyof typeof accountMailsAnHour,
  email: string,
): Promise<MailRoom> {
  const name = countedNameOf(email);
  const may = (counted: string, max: number) => mayMail(services, purpose, counted, max);
  const ofCaller = JSON.stringify([widerNetwork(address) ?? address, name]);
  const isOfFew = limitsCallers && (await may(ofCaller, accountMailsOfCallerToMailbox));
  if (await may(name, accountMailsAnHour[purpose])) return "any";
  return isOfFew && (await may(`${name} past`, accountMailsPastAnHour)) ? "missing" : "none";
}

/**
 * Throws RATE_LIMITED if this caller requested too many account emails, whether or not the addresses have accounts.
 * Call it before opening a transaction.
 */
export async function countAccountMails(ctx: Context): Promise<void> {
  if (!ctx.limitsCallers) return;
  const { app } = ctx.services.database;
  await countCaller(app, "account mails", ctx.caller.address, accountMailsOfCaller);
}

/**
 * Whether a link that changes the account's email to this address may be sent. Requests for the address are limited per
 * user and for all users together. Throws RATE_LIMITED if the user has requested too many changes, to any addresses.
 */
export async function mayMailChange(ctx: Context, userId: string, email: string): Promise<boolean> {
  if (!(await mayMail(ctx.services, "change-email", userId, changeMailsOfUserAnHour)))
    throw rateLimited("Too many email changes. Wait up to an hour and try again.", 60 * 60);
  const mailbox = mailboxOf(email);
  const ofUser = JSON.stringify([userId, mailbox]);
  const own = await mayMail(
    ctx.services,
    "change-email",
    ofUser,
    accountMailsAnHour["change-email"],
  );
  return (await mayMail(ctx.services, "change-email", mailbox, changeMailsOfAllAnHour)) && own;
}

type Requested = {
  template: "verify-email" | "reset-password";
  email: string;
  /** Finds the user to email; undefined if there is none. */
  find: (tx: AccountTransaction) => Promise<{ id: string; isProven: boolean } | undefined>;
};

/**
 * Emails a link that an anonymous caller may request. Above the limit, sends it only if the user has no usable link, so
 * that the owner always has one. An unverified alias then gets a link only from a caller with few requests, because a
 * mailbox can have many aliases. Does the same work for an unknown address.
 */
export async function mailRequestedLink(
  ctx: Context,
  { template, email, find }: Requested,
): Promise<void> {
  const room = (await isCallerWithinLimit(ctx)) ? await mailRoomOf(ctx, template, email) : "none";
  const isOnlyName = mailboxOf(email) === email.toLowerCase();
  await accountTransaction(ctx, async (tx) => {
    const user = await find(tx);
    const mayGetMail = room !== "none" || isOnlyName || user?.isProven === true;
    const userId = mayGetMail ? (user?.id ?? null) : null;
    const hasLink = await hasUsableLink(tx, ctx, { template, userId, email });
    if (hasLink && room !== "any") return;
    if (userId === null) await mailNobody(tx, ctx, { template, email });
    else await mailLink(tx, ctx, { template, userId, email });
  });
}

async function isCallerWithinLimit(ctx: Context): Promise<boolean> {
  try {
    await countAccountMails(ctx);
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

/**
 * Whether the user (or the address without an account) has a link that stays valid long enough. Above a limit, a new
 * link is sent only if there is no such link.
 */
export async function hasUsableLink(
  tx: AccountTransaction,
  { services, now }: Context,
  { template, userId, email }: { template: TokenMail; email: string; userId: string | null },
): Promise<boolean> {
  const until = new Date(now().getTime() + usableLinkMs);
  const row = await tx.row<{ has: boolean }>(sql`
    select door.has_mailed_token(${template}, ${userId}, ${placeholderIdOf(services, email)}, ${until}) as has`);
  return row?.has === true;
}
