import type { Location, locations } from "@vetrina/contract/stock/locations";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";
import type { Input } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { mainLocation } from "./levels.ts";
import { countLevels, rankLevels } from "./rank-levels.ts";
import { locationRegion, lockLocation, readLocation } from "./location-rows.ts";

/**
 * Changes the fields sent. When a location is deactivated, orders keep the units that they hold there. Throws
 * INVALID_TRANSITION for deactivating the main location.
 */
export async function updateLocation(
  ctx: Context,
  { id, body }: Input<typeof locations.updateLocation>,
): Promise<Location> {
  if (body.position !== undefined || body.isActive !== undefined)
    await countCopies(ctx, { rows: await ctx.tx((tx) => countLevels(tx, id)) });
  return ctx.tx(async (tx) => {
    const present = await lockLocation(tx, id);
    await requireFresh(tx, ctx, "location", present.version, async () => present);
    const next = {
      name: body.name ?? present.name,
      position: body.position ?? present.position,
      isActive: body.isActive ?? present.isActive,
      country: body.country === undefined ? present.country : body.country,
      region: body.region ?? present.region,
      postalCode: body.postalCode ?? present.postalCode,
    };
    if (body.country !== undefined || body.region !== undefined)
      next.region = locationRegion(next, ctx.store.country);
    if (present.code === mainLocation && !next.isActive)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "The main location can't be inactive. Move its stock to another location instead.",
      );
    await tx.run(sql`
      update shop.locations set name = ${next.name}, position = ${next.position}, is_active = ${next.isActive},
        country = ${next.country ?? ""}, region = ${next.region}, postal_code = ${next.postalCode}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    if (next.position !== present.position || next.isActive !== present.isActive) {
      await rankLevels(tx, present.code);
      await publishProductsAt(tx, present.code);
    }
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "location",
      entityId: id,
      before: facts(present),
      after: facts(next),
    });
    return readLocation(tx, id);
  });
}

/**
 * Maximum number of products whose pages are invalidated individually. For more, all pages with products are
 * invalidated.
 */
const maxTags = 500;

/** Invalidates the pages of products with stock at this location, because their available quantity may have changed. */
async function publishProductsAt(tx: Transaction, code: string): Promise<void> {
  const rows = await tx.rows<{ id: string }>(sql`
    select distinct v.product_id as id from shop.inventory_levels l
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
    where l.store_id = ${tx.storeId} and l.location = ${code} and l.on_hand <> l.reserved limit ${maxTags + 1}`);
  const tags = rows.length > maxTags ? ["products"] : rows.map(({ id }) => `product:${id}`);
  if (tags.length > 0) await enqueue(tx, catalogueChanged, { tags: ["lists", ...tags] });
}

function facts(
  location: Omit<Location, "id" | "storeId" | "code" | "version" | "createdAt" | "updatedAt">,
) {
  const { name, position, isActive, country, region, postalCode } = location;
  return { name, position, isActive, country, region, postalCode };
}
