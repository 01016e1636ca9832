import type { invitations } from "@vetrina/contract/invitations";
import { audit } from "../../platform/audit.ts";
import { tokenFor, useToken } from "../../platform/auth/mailed-token.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { invitationOver } from "./invitation-over.ts";
import { readInvitation } from "./queries.ts";

/** A second time changes nothing. Throws INVITATION_OVER for one that was accepted: remove the person instead. */
export async function withdrawInvitation(
  ctx: Context,
  { id }: Input<typeof invitations.withdrawInvitation>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockPeople(tx);
    const { acceptedAt, withdrawnAt, tokenId, roleId, roleName } = await readInvitation(tx, id);
    if (acceptedAt !== null) throw invitationOver();
    if (withdrawnAt !== null) return;
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
  });
}
