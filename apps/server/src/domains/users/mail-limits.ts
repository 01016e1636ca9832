import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { rateLimited } from "../../platform/http/callers/rate-limit.ts";
import { mayMail } from "../../platform/mail/may-mail.ts";
import {
  accountTransaction,
  type AccountTransaction,
  mailLink,
  mailNobody,
  standInFor,
  type TokenMail,
} from "./account-transaction.ts";
import {
  accountMailsAnHour,
  changeMailsOfAllAnHour,
  changeMailsOfUserAnHour,
  usableLinkMs,
} from "./rules.ts";

/** Whether one more mail for this purpose may go to this address now. */
export function mayMailAccount(
  { services }: Context,
  purpose: keyof typeof accountMailsAnHour,
  email: string,
): Promise<boolean> {
  return mayMail(services, purpose, email, accountMailsAnHour[purpose]);
}

/**
 * What one user asks for is counted apart from others' requests to change to the same address. Throws RATE_LIMITED where the
 * user has asked too often, to whichever addresses: most of them are other people's.
 */
export async function mayMailChange(ctx: Context, userId: string, email: string): Promise<boolean> {
  if (!(await mayMail(ctx.services, "change-email", userId, changeMailsOfUserAnHour)))
    throw rateLimited("Too many changes of email. Wait up to an hour and try again.", 60 * 60);
  const own = await mayMailAccount(ctx, "change-email", JSON.stringify([userId, email]));
  return (await mayMail(ctx.services, "change-email", email, changeMailsOfAllAnHour)) && own;
}

type Requested = {
  template: "verify-email" | "reset-password";
  email: string;
  /** The user to mail; undefined where there is none. */
  find: (tx: AccountTransaction) => Promise<{ id: string } | undefined>;
};

/**
 * Mails a link that an anonymous caller may request. Past the limit it does so only where the last link is used or about to
 * expire, so that the owner has one that works, however many others request. Works the same for an unknown address.
 */
export async function mailRequestedLink(
  ctx: Context,
  { template, email, find }: Requested,
): Promise<void> {
  const isWithinLimit = await mayMailAccount(ctx, template, email);
  await accountTransaction(ctx, async (tx) => {
    const userId = (await find(tx))?.id ?? null;
    const hasLink = await hasUsableLink(tx, ctx, { template, userId, email });
    if (hasLink && !isWithinLimit) return;
    if (userId === null) await mailNobody(tx, ctx, { template, email });
    else await mailLink(tx, ctx, { template, userId, email });
  });
}

/** Whether the user, or nobody, has a link that works long enough: past a limit another one is mailed only without it. */
export async function hasUsableLink(
  tx: AccountTransaction,
  { services, now }: Context,
  { template, userId, email }: { template: TokenMail; email: string; userId: string | null },
): Promise<boolean> {
  const until = new Date(now().getTime() + usableLinkMs);
  const row = await tx.row<{ has: boolean }>(sql`
    select door.has_mailed_token(${template}, ${userId}, ${standInFor(services, email)}, ${until}) as has`);
  return row?.has === true;
}
