import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import type { DiscountPlan } from "./plan-discount.ts";

const maxDiscounts = 10_000;
/** Maximum number of active automatic discounts in a store. Every cart is priced with all of them. */
const maxAutomatic = 100;
/**
 * Maximum number of product and collection ids in all active automatic discounts of a store. Servers keep these ids in
 * memory.
 */
const maxAutomaticIds = 10_000;

/**
 * Checks that the discount's code is free, its products and collections exist, and the store's limits are not exceeded.
 * Call it before every write of a discount.
 */
export async function requireWritable(
  tx: Transaction,
  id: string,
  plan: DiscountPlan,
): Promise<void> {
  await requireFreeCode(tx, id, plan.code);
  await requireKnown(tx, "products", plan.scope.products);
  await requireKnown(tx, "collections", plan.scope.collections);
  await requireKnown(tx, "excludedProducts", plan.excluded.products);
  await requireKnown(tx, "excludedCollections", plan.excluded.collections);
  await requireKnown(tx, "give.products", plan.give?.scope?.products ?? []);
  await requireKnown(tx, "give.collections", plan.give?.scope?.collections ?? []);
  await requireRoom(tx, id, plan);
}

export async function insertDiscount(
  tx: Transaction,
  id: string,
  plan: DiscountPlan,
  now: Date,
): Promise<void> {
  const { scope, excluded } = plan;
  await tx.run(sql`
    insert into shop.discounts (store_id, id, code, has_unique_codes, title, type, value, products, collections,
      excluded_products, excluded_collections, excludes_sales, tiers, give, minimum_subtotal_minor, maximum_subtotal_minor,
      minimum_quantity, starts_at, ends_at, usage_limit, uses_per_customer, customer_tags, first_order_only, priority,
      combines, is_active, created_at, updated_at)
    values (${tx.storeId}, ${id}, ${plan.code}, ${plan.hasUniqueCodes}, ${plan.title}, ${plan.type}, ${plan.value},
      ${scope.products}::uuid[], ${scope.collections}::uuid[], ${excluded.products}::uuid[], ${excluded.collections}::uuid[],
      ${plan.excludesSales}, ${JSON.stringify(plan.tiers)}, ${giveOf(plan)}, ${plan.minimumSubtotal},
      ${plan.maximumSubtotal}, ${plan.minimumQuantity}, ${plan.startsAt}, ${plan.endsAt}, ${plan.usageLimit},
      ${plan.usesPerCustomer}, ${plan.customerTags}, ${plan.firstOrderOnly}, ${plan.priority}, ${plan.combines},
      ${plan.active}, ${now}, ${now})`);
}

/** Replaces a locked discount. `uses` is the number of orders that use it. */
export async function replaceDiscount(
  tx: Transaction,
  id: string,
  plan: DiscountPlan,
  { uses, now }: { uses: number; now: Date },
): Promise<void> {
  const { scope, excluded } = plan;
  await tx.run(sql`
    update shop.discounts set code = ${plan.code}, has_unique_codes = ${plan.hasUniqueCodes}, title = ${plan.title},
      type = ${plan.type}, value = ${plan.value}, products = ${scope.products}::uuid[],
      collections = ${scope.collections}::uuid[], excluded_products = ${excluded.products}::uuid[],
      excluded_collections = ${excluded.collections}::uuid[], excludes_sales = ${plan.excludesSales},
      tiers = ${JSON.stringify(plan.tiers)}, give = ${giveOf(plan)}, minimum_subtotal_minor = ${plan.minimumSubtotal},
      maximum_subtotal_minor = ${plan.maximumSubtotal}, minimum_quantity = ${plan.minimumQuantity},
      starts_at = ${plan.startsAt}, ends_at = ${plan.endsAt}, usage_limit = ${plan.usageLimit},
      used = ${plan.usageLimit === null ? 0 : uses}, uses_per_customer = ${plan.usesPerCustomer},
      customer_tags = ${plan.customerTags}, first_order_only = ${plan.firstOrderOnly}, priority = ${plan.priority},
      combines = ${plan.combines}, is_active = ${plan.active}, version = version + 1, updated_at = ${now}
    where store_id = ${tx.storeId} and id = ${id}`);
}

function giveOf({ give }: DiscountPlan): string | null {
  if (give === null) return null;
  const { buy, get, scope, times } = give;
  return JSON.stringify({ buy, get, times, ...(scope ?? { products: [], collections: [] }) });
}

/** Throws ALREADY_EXISTS if the code, ignoring case, belongs to another discount or is a unique code. */
async function requireFreeCode(tx: Transaction, id: string, code: string | null): Promise<void> {
  if (code === null) return;
  const taken = await tx.row(sql`
    select from shop.discounts where store_id = ${tx.storeId} and upper(code) = upper(${code}) and deleted_at is null and id <> ${id}
    union all
    select from shop.discount_codes where store_id = ${tx.storeId} and upper(code) = upper(${code}) limit 1`);
  if (taken !== undefined)
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "Another discount has this code. Choose a different code.",
      {
        field: "code",
      },
    );
}

async function requireKnown(tx: Transaction, path: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isProduct = path.toLowerCase().endsWith("products");
  const table = isProduct ? sql`shop.products` : sql`shop.collections`;
  const rows = await tx.rows<{ id: string }>(sql`
    select id from ${table} where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) and deleted_at is null`);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0)
    throw invalidField(
      `${path}.${unknown}`,
      `There is no such ${isProduct ? "product" : "collection"} in this store. Send the id of an existing one.`,
    );
}

async function requireRoom(tx: Transaction, id: string, plan: DiscountPlan): Promise<void> {
  // A discount that has just ended still counts, because door.automatic_discounts reads it for another minute.
  const isAutomatic = sql`code is null and not has_unique_codes and is_active
    and coalesce(ends_at, 'infinity') > now() - interval '2 minutes'`;
  const { all, automatic, ids } = (await tx.row<{
    all: number;
    automatic: number;
    ids: number;
  }>(sql`
      select count(*)::int as all, (count(*) filter (where ${isAutomatic}))::int as automatic,
        coalesce(sum(cardinality(products) + cardinality(collections) + cardinality(excluded_products)
          + cardinality(excluded_collections) + coalesce(jsonb_array_length(give -> 'products'), 0)
          + coalesce(jsonb_array_length(give -> 'collections'), 0)) filter (where ${isAutomatic}), 0)::int as ids
      from shop.discounts where store_id = ${tx.storeId} and deleted_at is null and id <> ${id}`)) ?? {
    all: 0,
    automatic: 0,
    ids: 0,
  };
  if (all >= maxDiscounts)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `A store can have at most ${maxDiscounts} discounts. Delete one first.`,
      { max: maxDiscounts },
    );
  if (plan.code !== null || plan.hasUniqueCodes || !plan.active) return;
  if (automatic >= maxAutomatic)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `A store can have at most ${maxAutomatic} active automatic discounts, including those that ended in the last two minutes. Switch one off first.`,
      { max: maxAutomatic },
    );
  if (ids + idsOf(plan) > maxAutomaticIds)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `The active automatic discounts of a store can list at most ${maxAutomaticIds} products and collections in total. List collections instead of products.`,
      { max: maxAutomaticIds },
    );
}

function idsOf({ scope, excluded, give }: DiscountPlan): number {
  return [scope, excluded, give?.scope].reduce(
    (sum, listed) => sum + (listed?.products.length ?? 0) + (listed?.collections.length ?? 0),
    0,
  );
}
