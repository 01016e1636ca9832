import { audit } from "../../platform/audit.ts";
import { tokenFor, useToken } from "../../platform/auth/mailed-token.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { findInvitationsBeyond, type InvitationRow } from "./queries.ts";

/**
 * Withdraws the open invitations that these users sent or that wait for them and that offer more than `kept`, the
 * permissions of shop.users u, under lockPeople.
 */
export async function endInvitationsBeyond(
  tx: Transaction,
  ctx: Context,
  userIds: readonly string[],
  kept: Sql,
): Promise<void> {
  for (const invitation of await findInvitationsBeyond(tx, userIds, kept))
    await endInvitation(tx, ctx, invitation);
}

/** Withdraws an open invitation, under lockPeople. */
export async function endInvitation(
  tx: Transaction,
  ctx: Context,
  { id, tokenId, roleId, roleName }: InvitationRow,
): Promise<void> {
  // Used up, so that a mail that still waits is not sent.
  await useToken(tx, ctx.services, tokenFor(ctx.services, tokenId, "invitation"), "invitation");
  await tx.run(sql`
    update shop.invitations set withdrawn_at = ${ctx.now()}
    where store_id = ${tx.storeId} and id = ${id}`);
  await audit(tx, ctx, {
    action: "DELETE",
    entityType: "invitation",
    entityId: id,
    before: { roleId, role: roleName },
  });
}
