import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** Who sent the invitation's email, which token the email contains, and when the token expires. */
export type SentInvitation = {
  inviterId: string;
  roleName: string;
  tokenId: string;
  sentAt: Date;
  expiresAt: Date;
};

export async function insertInvitation(
  tx: Transaction,
  { id, email, roleId }: { id: string; email: string; roleId: string },
  sent: SentInvitation,
): Promise<void> {
  await tx.run(sql`
    insert into shop.invitations (store_id, id, email, role_id, role_name, invited_by, token_id, sent_at, expires_at, created_at)
    values (${tx.storeId}, ${id}, ${email}, ${roleId}, ${sent.roleName}, ${sent.inviterId}, ${sent.tokenId}, ${sent.sentAt},
      ${sent.expiresAt}, ${sent.sentAt})`);
}

/** Records that the invitation was emailed again. */
export async function renewInvitation(
  tx: Transaction,
  id: string,
  { inviterId, roleName, tokenId, sentAt, expiresAt }: SentInvitation,
): Promise<void> {
  await tx.run(sql`
    update shop.invitations set invited_by = ${inviterId}, role_name = ${roleName}, token_id = ${tokenId},
      sent_at = ${sentAt}, expires_at = ${expiresAt}
    where store_id = ${tx.storeId} and id = ${id}`);
}

export async function markWithdrawn(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.invitations set withdrawn_at = ${at}
    where store_id = ${tx.storeId} and id = ${id}`);
}

export async function markAccepted(
  tx: Transaction,
  id: string,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update shop.invitations set accepted_at = ${at}, accepted_by = ${userId}
    where store_id = ${tx.storeId} and id = ${id}`);
}
