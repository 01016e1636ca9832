import type { roles } from "@vetrina/contract/people/roles";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { roleColumns, type RoleRow, roleToWire } from "./queries.ts";

export async function listRoles(
  ctx: Context,
  { page, limit }: Input<typeof roles.listRoles>,
): Promise<Output<typeof roles.listRoles>> {
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<RoleRow>(sql`
      select ${roleColumns} from shop.roles r where r.store_id = ${tx.storeId}
      order by r.is_built_in desc, array_position('{ADMIN,MANAGER,STAFF,CUSTOMER}', r.type), lower(r.name)
      limit ${limit} offset ${(page - 1) * limit}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.roles where store_id = ${tx.storeId}`,
    );
    return { items: rows.map(roleToWire), page, limit, total: count?.total ?? 0 };
  });
}
