import { issueToken, mailedTokenMs } from "../../platform/auth/mailed-token.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { requireMailShare } from "../../platform/mail/mail-shares.ts";
import { countMailFromStore } from "../../platform/mail/may-mail.ts";

export type Sending = { tokenId: string; sentAt: Date; expiresAt: Date };

const perAddress = { ofStore: 10, ofAll: 50 };

/**
 * Counts an invitation against all limits. Throws RATE_LIMITED if the address was invited too often, or if the store,
 * its owner or the caller has reached an email limit. Call it before the transaction.
 */
export async function countInvitation(ctx: Context, email: string): Promise<void> {
  const { services, store } = ctx;
  await countMailFromStore(services, "invitation", { storeId: store.id, email }, perAddress);
  await requireMailShare(ctx, "invitation", email);
}

/** Maximum number of invitations that a store may create per day, including withdrawn invitations. */
const maxOfDay = 100;

/** Throws RATE_LIMITED if the store has reached its daily limit. */
export async function requireInvitationsLeft(
  tx: Transaction,
  { now }: Pick<Context, "now">,
): Promise<void> {
  const since = new Date(now().getTime() - 24 * 60 * 60 * 1000);
  const row = await tx.row<{ made: number }>(sql`
    select count(*)::int as made from shop.invitations where store_id = ${tx.storeId} and created_at > ${since}`);
  if ((row?.made ?? 0) < maxOfDay) return;
  throw new ApiFailure(
    "RATE_LIMITED",
    `A store can send at most ${maxOfDay} invitations a day. Try again tomorrow.`,
  );
}

/** Creates a new link, which invalidates the previous one, and queues the email with it. */
export async function sendInvitation(
  tx: Transaction,
  { services, now }: Pick<Context, "services" | "now">,
  { email, roleName, inviterId }: { email: string; roleName: string; inviterId: string },
): Promise<Sending> {
  const sentAt = now();
  const { storeId } = tx;
  const token = { purpose: "invitation", userId: null, storeId, email } as const;
  const tokenId = await issueToken(tx, services, token);
  const inviter = await tx.row<{ name: string }>(
    sql`select name from shop.users where id = ${inviterId} and deleted_at is null`,
  );
  const data = { tokenId, inviter: inviter?.name ?? null, role: roleName };
  await enqueueMail(tx, { template: "invitation", to: email, data });
  return { tokenId, sentAt, expiresAt: new Date(sentAt.getTime() + mailedTokenMs.invitation) };
}
