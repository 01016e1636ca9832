import type { locations } from "@vetrina/contract/locations";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { refuseStale } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { mainLocation } from "./levels.ts";
import { lockLocation } from "./locations.ts";

/** Its code stays taken: the ledger names it. Throws INVALID_TRANSITION for main, and while anything lies there. */
export async function deleteLocation(
  ctx: Context,
  { id }: Input<typeof locations.deleteLocation>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    const location = await lockLocation(tx, id);
    const { code, name } = location;
    await refuseStale(ctx, "location", location.version, async () => location);
    if (code === mainLocation)
      throw new ApiFailure("INVALID_TRANSITION", "The main location stays. Rename it instead.");
    const filled = await tx.row<{ n: number }>(sql`
      select count(*)::int as n from shop.inventory_levels
      where store_id = ${tx.storeId} and location = ${code} and (on_hand <> 0 or reserved <> 0 or incoming <> 0)`);
    if (filled !== undefined && filled.n > 0)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        `${filled.n} variants have pieces here, held ones or ones on their way. Move them first.`,
        { variants: filled.n },
      );
    await tx.run(sql`
      update shop.inventory_levels set sell_rank = null where store_id = ${tx.storeId} and location = ${code}`);
    await tx.run(sql`
      update shop.locations set deleted_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "location",
      entityId: id,
      before: { code, name },
    });
  });
}
