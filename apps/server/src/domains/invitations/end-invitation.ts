import { audit } from "../../platform/audit.ts";
import { tokenFor, useToken } from "../../platform/auth/mailed-token.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { findOpenInvitation, type InvitationRow } from "./queries.ts";

/** Withdraws the open invitation to an address, if there is one, under lockPeople. */
export async function endInvitationTo(tx: Transaction, ctx: Context, email: string): Promise<void> {
  const open = await findOpenInvitation(tx, email);
  if (open !== undefined) await endInvitation(tx, ctx, open);
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
