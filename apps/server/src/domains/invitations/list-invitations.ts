import type { invitations } from "@vetrina/contract/people/invitations";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { type InvitationRow, presentInvitation, selectInvitations } from "./queries.ts";

/** Lists invitations newest first, by descending id, because ids increase over time. */
export async function listInvitations(
  ctx: Context,
  { page, limit, status }: Input<typeof invitations.listInvitations>,
): Promise<Output<typeof invitations.listInvitations>> {
  const now = ctx.now();
  return ctx.tx(async (tx) => {
    const which = sql`i.store_id = ${tx.storeId} and (${status ?? null}::text is null or ${status ?? null} = case
      when i.accepted_at is not null then 'ACCEPTED' when i.withdrawn_at is not null then 'WITHDRAWN'
      when i.expires_at <= ${now} then 'EXPIRED' else 'PENDING' end)`;
    const found = await tx.rows<InvitationRow>(sql`
      ${selectInvitations} where ${which} order by i.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.invitations i where ${which}`,
    );
    return {
      items: found.map((row) => presentInvitation(row, now)),
      page,
      limit,
      total: count?.total ?? 0,
    };
  });
}
