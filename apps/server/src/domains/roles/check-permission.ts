import type { roles } from "@vetrina/contract/roles";
import type { Context } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

/** What the server itself would decide now: a platform administrator is allowed everything without a role. */
export async function checkPermission(
  { services, store }: Context,
  { userId, permission }: Input<typeof roles.checkPermission>,
): Promise<Output<typeof roles.checkPermission>> {
  const row = await queryable(services.database.app).row<{ held: string[] | null }>(
    sql`select door.permissions_of(${userId}, ${store.id}) as held`,
  );
  const allowed = row?.held?.includes(permission) ?? false;
  return { userId, storeId: store.id, permission, allowed };
}
