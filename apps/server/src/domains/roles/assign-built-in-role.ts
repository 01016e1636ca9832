import type { RoleType } from "@vetrina/contract/enumerations";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/**
 * Gives a user one of the store's built-in roles (ADMIN makes an owner); repeating it changes nothing. Throws NOT_FOUND
 * for an unknown user. For internal use only: it does not check what the caller may grant.
 */
export async function assignBuiltInRole(
  ctx: Context,
  { userId, role }: { userId: string; role: RoleType },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const user = await tx.row(sql`
      select from shop.users where id = ${userId} and deleted_at is null for share`);
    if (user === undefined) throw notFound("user");
    const assigned = await tx.run(sql`
      insert into shop.role_assignments (store_id, user_id, role_id, created_at)
      select store_id, ${userId}, id, ${ctx.now()} from shop.roles
      where store_id = ${tx.storeId} and type = ${role} and is_built_in
      on conflict do nothing`);
    if (assigned === 0) return;
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "role assignment",
      entityId: userId,
      after: { role },
    });
  });
}
