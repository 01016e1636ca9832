import type { ValidationError } from "@vetrina/contract/errors";
import type { shipping, RegionInput, ShippingRegion } from "@vetrina/contract/shipping";
import { readAmount } from "@vetrina/commerce/money";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/outbox.ts";
import { holdCurrency, lockStore } from "../../platform/database/lock-store.ts";
import { regionToWire } from "./list-shipping-regions.ts";
import { readZones, type Zone } from "./read-rates.ts";
import { insertZones, type NewZone } from "./save-shipping-table.ts";

const maxRegions = 50;

/**
 * Adds a region, after the others, with its shipping rates. Throws ALREADY_EXISTS for a name or country of another
 * region and for a second rest of the world; LIMIT_REACHED.
 */
export const createStoreRegion: Handler<typeof shipping.createStoreRegion> = (ctx, { body }) => {
  const zone = planZone(body, ctx.store.currency);
  return ctx.tx(async (tx): Promise<ShippingRegion> => {
    await lockStore(tx);
    await holdCurrency(tx, ctx);
    const present = await readZones(tx, tx.storeId);
    if (present.length >= maxRegions)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A store can have at most ${maxRegions} regions. Delete one first.`,
        {
          most: maxRegions,
        },
      );
    requireUnused(body, present);
    const [id = ""] = await insertZones(tx, [zone], await nextPosition(tx));
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "region",
      entityId: id,
      after: {
        name: zone.name,
        countries: zone.countries,
        rates: zone.rates.map(({ name }) => name),
      },
    });
    await enqueue(tx, "catalogue.changed", { tags: ["store"] });
    const made = (await readZones(tx, tx.storeId)).find((each) => each.id === id);
    if (made === undefined) throw new Error("a created region could not be read");
    return regionToWire(made, ctx.store.currency);
  });
};

/**
 * In minor units. Throws VALIDATION_FAILED for amounts that can't be stored, and for delivery days whose minimum
 * exceeds the maximum.
 */
function planZone({ name, countries, rates }: RegionInput, currency: string): NewZone {
  const minor = (amount: number, path: string) => {
    const read = readAmount(amount, currency);
    if ("problem" in read) throw invalidField(path, read.problem);
    return read.minor;
  };
  const errors = rates.flatMap((rate, i) =>
    (["processingDays", "transitDays"] as const)
      .filter((days) => rate[days].min > rate[days].max)
      .map((days): ValidationError => ({
        path: `rates.${i}.${days}`,
        message: "The minimum is above the maximum.",
      })),
  );
  const [error] = errors;
  if (error !== undefined) throw invalidField(error.path, error.message);
  return {
    name,
    countries,
    rates: rates.map((rate, i) => ({
      name: rate.name,
      price: minor(rate.price, `rates.${i}.price`),
      freeAbove: rate.freeAbove === null ? null : minor(rate.freeAbove, `rates.${i}.freeAbove`),
      processing: rate.processingDays,
      transit: rate.transitDays,
    })),
  };
}

function requireUnused({ name, countries }: RegionInput, present: readonly Zone[]): void {
  if (present.some((zone) => zone.name.toLowerCase() === name.toLowerCase()))
    throw taken("name", "Another region has this name. Choose another.");
  if (countries.length === 0 && present.some((zone) => zone.countries === "rest"))
    throw taken("countries", "There is a region for the rest of the world. Name countries.");
  const named = new Map(
    present.flatMap((zone) =>
      zone.countries === "rest" ? [] : zone.countries.map((code) => [code, zone.name] as const),
    ),
  );
  const country = countries.find((code) => named.has(code));
  if (country !== undefined)
    throw taken("countries", `${country} is in the region ${named.get(country)} already.`);
}

function taken(field: string, message: string): ApiFailure {
  return new ApiFailure("ALREADY_EXISTS", message, { field });
}

async function nextPosition(tx: Transaction): Promise<number> {
  const row = await tx.row<{ next: number }>(sql`
    select coalesce(max(position) + 1, 0)::int as next from shop.shipping_zones where store_id = ${tx.storeId}`);
  return row?.next ?? 0;
}
