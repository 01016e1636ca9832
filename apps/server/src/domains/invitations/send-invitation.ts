import { issueToken, mailedTokenMs } from "../../platform/auth/mailed-token.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { countMail } from "../../platform/mail/may-mail.ts";

export type Sending = { tokenId: string; sentAt: Date; expiresAt: Date };

const mostAnHour = 10;

/** Throws RATE_LIMITED where an address was invited too often, by whichever stores. Before the transaction. */
export function countInvitation({ services }: Pick<Context, "services">, email: string) {
  return countMail(services, "invitation", email, mostAnHour);
}

/** Makes the link anew, which ends the one before, and queues the mail that carries it. */
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
