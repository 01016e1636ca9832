import type { roles, StaffMember } from "@vetrina/contract/people/roles";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type StaffRow = Omit<StaffMember, "lastLoginAt"> & { lastLoginAt: Date | null };

/**
 * Lists the store's staff, with the last login at a host of the store or the platform. Users who haven't accepted their
 * role are shown and sorted by id only. Reads the page's people before their roles and sessions, so that each person
 * needs at most three lookups.
 */
export async function listStaff(
  ctx: Context,
  { page, limit }: Input<typeof roles.listStaff>,
): Promise<Output<typeof roles.listStaff>> {
  return ctx.tx(async (tx) => {
    const staff = sql`
      select a.user_id, bool_or(a.joined) as accepted from shop.role_assignments a
      join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type <> 'CUSTOMER'
      join shop.users u on u.id = a.user_id and u.deleted_at is null
      where a.store_id = ${tx.storeId} group by a.user_id`;
    const rows = await tx.rows<StaffRow>(sql`
      select u.id as "userId", u.accepted as "hasAccepted", u.name, u.email, held.roles, login.at as "lastLoginAt",
        u.id in (select door.owners_of(${tx.storeId})) as "isOwner"
      from (select u.id, s.accepted, case when s.accepted then u.name end as name,
          case when s.accepted then u.email end as email
        from (${staff}) s join shop.users u on u.id = s.user_id
        order by not s.accepted, case when s.accepted then lower(u.name) end, u.id
        limit ${limit} offset ${(page - 1) * limit}) u
      cross join lateral (
        select coalesce(jsonb_agg(to_jsonb(r)), '[]') as roles from door.roles_in(u.id, ${tx.storeId}) r) held
      cross join lateral (select max(s.created_at) as at from shop.sessions s
        where u.accepted and s.user_id = u.id and (s.opened_at_store is null or s.opened_at_store = ${tx.storeId})) login
      order by not u.accepted, lower(u.name), u.id`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from (${staff}) counted`,
    );
    return { items: rows.map(toMember), page, limit, total: count?.total ?? 0 };
  });
}

function toMember(row: StaffRow): StaffMember {
  return { ...row, lastLoginAt: row.lastLoginAt?.toISOString() ?? null };
}
