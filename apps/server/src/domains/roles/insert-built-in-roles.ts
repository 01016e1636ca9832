import { builtInRoles } from "@vetrina/contract/people/permissions";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

/** Inserts the built-in roles of a new store. Returns the id of the owners' role. */
export async function insertBuiltInRoles(tx: Transaction): Promise<string> {
  const ownerRoleId = newId();
  for (const [type, permissions] of Object.entries(builtInRoles))
    await tx.run(sql`
      insert into shop.roles (store_id, id, type, name, permissions, is_built_in)
      values (${tx.storeId}, ${type === "ADMIN" ? ownerRoleId : newId()}, ${type}, ${type}, ${permissions}, true)`);
  return ownerRoleId;
}
