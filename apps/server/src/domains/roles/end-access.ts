import type { HeldRole } from "@vetrina/contract/roles";
import { auditAll } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { endInvitationTo } from "../invitations/end-invitation.ts";
import { together } from "./rules.ts";

/**
 * Closes the other ways in of a user who keeps only these roles: API keys they made with more than the roles give become
 * inactive until somebody switches them on again, and without a role left an open invitation to their address is withdrawn.
 */
export async function endAccess(
  tx: Transaction,
  ctx: Context,
  userId: string,
  after: readonly HeldRole[],
): Promise<void> {
  const keys = await tx.rows<{ id: string }>(sql`
    update shop.api_keys k set status = 'INACTIVE', version = version + 1, updated_at = ${ctx.now()}
    where k.store_id = ${tx.storeId} and k.status = 'ACTIVE' and not k.permissions <@ ${together(after)}::text[]
      and exists (select from shop.audit_entries e where e.store_id = k.store_id and e.entity_id = k.id
        and e.entity_type = 'API key' and e.origin = 'SYSTEM' and e.action = 'CREATE'
        and e.actor_kind = 'user' and e.actor_id = ${userId})
    returning k.id`);
  await auditAll(
    tx,
    ctx,
    keys.map(({ id }) => ({
      action: "UPDATE",
      entityType: "API key",
      entityId: id,
      before: { status: "ACTIVE" },
      after: { status: "INACTIVE", reason: "its maker lost permissions" },
    })),
  );
  if (after.length > 0) return;
  const user = await tx.row<{ email: string }>(
    sql`select lower(email) as email from shop.users where id = ${userId}`,
  );
  if (user !== undefined) await endInvitationTo(tx, ctx, user.email);
}
