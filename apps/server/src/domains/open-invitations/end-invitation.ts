import { audit } from "../../platform/audit.ts";
import { tokenFor, useToken } from "../../platform/auth/mailed-token.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { markWithdrawn } from "./invitation-rows.ts";

export type OpenInvitation = {
  id: string;
  tokenId: string;
  roleId: string | null;
  roleName: string;
};

/**
 * Withdraws open invitations that these users sent but may no longer send, and invitations to these users that offer
 * permissions they don't keep. `remaining` is an SQL expression for the permissions that a row `u` of shop.users keeps.
 * Call lockPeople first.
 */
export async function endInvitationsBeyond(
  tx: Transaction,
  ctx: Context,
  userIds: readonly string[],
  remaining: Sql,
): Promise<void> {
  for (const invitation of await findInvitationsBeyond(tx, userIds, remaining))
    await endInvitation(tx, ctx, invitation);
}

/** Finds the invitations that endInvitationsBeyond withdraws. */
function findInvitationsBeyond(
  tx: Transaction,
  userIds: readonly string[],
  remaining: Sql,
): Promise<OpenInvitation[]> {
  return tx.rows<OpenInvitation>(sql`
    select i.id, i.token_id as "tokenId", i.role_id as "roleId", i.role_name as "roleName"
    from shop.invitations i
    where i.store_id = ${tx.storeId} and i.accepted_at is null and i.withdrawn_at is null
      and exists (
        select from (select u.id, lower(u.email) as email, ${remaining} as permissions from shop.users u
            where u.id = any(${userIds}::uuid[])) who
          left join (select r.id, r.permissions || case when r.type = 'ADMIN' then '{OWNER}'::text[] else '{}' end as rights
            from shop.roles r where r.store_id = ${tx.storeId}) r on r.id = i.role_id
        where (who.id = i.invited_by and not array['MANAGE_STAFF'] || coalesce(r.rights, '{}') <@ who.permissions)
          or (who.email = i.email and (who.permissions = '{}' or not coalesce(r.rights, '{}') <@ who.permissions)))
    order by i.id`);
}

/** Withdraws an open invitation. Call lockPeople first. */
export async function endInvitation(
  tx: Transaction,
  ctx: Context,
  { id, tokenId, roleId, roleName }: OpenInvitation,
): Promise<void> {
  // Uses up the token, so that a queued email is not sent.
  await useToken(tx, ctx.services, tokenFor(ctx.services, tokenId, "invitation"), "invitation");
  await markWithdrawn(tx, id, ctx.now());
  await audit(tx, ctx, {
    action: "DELETE",
    entityType: "invitation",
    entityId: id,
    before: { roleId, role: roleName },
  });
}
