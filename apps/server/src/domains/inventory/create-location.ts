import type { Location, locations } from "@vetrina/contract/stock/locations";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { countLocations, locationRegion, readLocation } from "./location-rows.ts";

const maxLocations = 50;

/**
 * Creates a location. Throws ALREADY_EXISTS if another location has this code, even if that location was deleted, and
 * LIMIT_REACHED.
 */
export async function createLocation(
  ctx: Context,
  { body }: Input<typeof locations.createLocation>,
): Promise<Location> {
  const id = newId();
  const { code, name, isActive, country, postalCode } = body;
  const region = locationRegion(body, ctx.store.country);
  return ctx.tx(async (tx) => {
    // Serializes concurrent calls, so that each one counts the locations of the others.
    await tx.run(sql`
      select from shop.locations where store_id = ${tx.storeId} and code = 'main' for no key update`);
    if ((await countLocations(tx)) >= maxLocations)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A store can have at most ${maxLocations} locations. Delete one first.`,
      );
    const made = await tx.run(sql`
      insert into shop.locations (store_id, id, code, name, position, is_active, country, region, postal_code,
        created_at, updated_at)
      values (${tx.storeId}, ${id}, ${code}, ${name},
        coalesce(${body.position ?? null}::int, (select max(position) + 1 from shop.locations
          where store_id = ${tx.storeId} and deleted_at is null)), ${isActive}, ${country ?? ""}, ${region}, ${postalCode},
        ${ctx.now()}, ${ctx.now()})
      on conflict (store_id, code) do nothing`);
    if (made === 0)
      throw new ApiFailure(
        "ALREADY_EXISTS",
        "Another location has this code, or had it before. Choose another code.",
        {
          field: "code",
        },
      );
    const location = await readLocation(tx, id);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "location",
      entityId: id,
      after: { code, name, position: location.position, isActive, country, region, postalCode },
    });
    return location;
  });
}
