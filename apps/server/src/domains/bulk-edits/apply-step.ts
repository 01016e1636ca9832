import type { BulkItemReason } from "@vetrina/contract/catalogue/bulk-edits";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { editProducts } from "../products/bulk-writes/products.ts";
import { setPrices } from "../products/bulk-writes/variants.ts";
import { settleProducts } from "../products/change-product.ts";
import { type LockedEdit, moveOn } from "./bulk-edits.ts";
import { countProse } from "./count-prose.ts";
import {
  type Item,
  momentSql,
  nextItems,
  noteOutcomes,
  of,
  type Outcome,
  type StepSize,
  type ItemChange,
} from "./items.ts";
import { isSame, type ProductBefore, type Value, type Values, valueAtRun } from "./rules.ts";
import { moveStock } from "./move-stock.ts";

const run = { from: "PENDING", done: "DONE", not: "FAILED", end: "DONE" } as const;
const undo = { from: "DONE", done: "UNDONE", not: "UNDO_FAILED", end: "UNDONE" } as const;

/**
 * Runs or undoes the next items of a locked edit. Skips items that can't be changed, for example because the value has
 * changed since the preview (or, for an undo, since the run), and records the reasons.
 */
export async function applyStep(
  ctx: Context,
  tx: Transaction,
  edit: LockedEdit,
  size: StepSize,
): Promise<void> {
  const way = edit.state === "UNDOING" ? undo : run;
  const { items, prose } = await nextItems(tx, edit, way.from, size.items);
  if (items.length === 0) return moveOn(tx, edit.id, way.end);
  await countProse(tx, ctx, prose);
  const changes = items.map((item) => changeOf(item, way === undo, ctx.now()));
  const products = await lockProducts(tx, changes);
  const prices = await readPrices(tx, changes);
  const refused = new Map<number, BulkItemReason>();
  const fits = changes.filter((change) => {
    if (change.field === "STOCK") return true;
    const present = presentOf(change, products, prices);
    if (present !== undefined && isSame(present, change.seen)) return true;
    refused.set(change.position, present === undefined ? "DELETED" : "CHANGED_SINCE");
    return false;
  });
  await writePrices(tx, ctx, fits);
  await writeProducts(tx, fits, products);
  const changed = new Set(
    fits.filter(({ field }) => field !== "STOCK").map(({ productId }) => productId),
  );
  if (changed.size > 0) await settleProducts(tx, ctx, [...changed]);
  // Moves stock last, because this locks inventory levels that orders wait for.
  for (const [position, reason] of await moveStock(tx, edit, fits)) refused.set(position, reason);
  const outcomes = changes.map((change): Outcome => {
    const { position, next, after } = change;
    const reason = refused.get(position) ?? null;
    const state = reason === null ? way.done : way.not;
    return { position, reason, state, after: way === run && next !== after ? next : null };
  });
  await noteOutcomes(tx, edit, way.from, outcomes);
}

function changeOf(item: Item, isUndo: boolean, now: Date): ItemChange {
  const { before, after } = item;
  return isUndo
    ? { ...item, seen: after, next: before }
    : { ...item, seen: before, next: valueAtRun(after, now) };
}

type Products = ReadonlyMap<string, ProductBefore>;
type Prices = ReadonlyMap<string, Values["PRICE"]>;

/** Locks products in id order, to avoid deadlocks. */
async function lockProducts(tx: Transaction, changes: readonly ItemChange[]): Promise<Products> {
  const ids = [...new Set(changes.map(({ productId }) => productId))];
  const rows = await tx.rows<ProductBefore>(sql`
    select p.id, p.status, ${momentSql(sql`p.published_at`)} as "publishedAt", to_json(p.tags) as tags, p.category from shop.products p
    where p.store_id = ${tx.storeId} and p.id = any(${ids}::uuid[]) and p.deleted_at is null
    order by p.id for no key update`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function readPrices(tx: Transaction, changes: readonly ItemChange[]): Promise<Prices> {
  const ids = of(changes, "PRICE").map(({ variantId }) => variantId);
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<Values["PRICE"] & { id: string }>(sql`
    select id, price_minor as price, regular_price_minor as "regularPrice" from shop.variants
    where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) and deleted_at is null`);
  return new Map(rows.map(({ id, price, regularPrice }) => [id, { price, regularPrice }]));
}

function presentOf(change: ItemChange, products: Products, prices: Prices): Value | undefined {
  if (change.field === "PRICE") return prices.get(change.variantId ?? "");
  const product = products.get(change.productId);
  if (product === undefined) return undefined;
  const { status, publishedAt, tags, category } = product;
  if (change.field === "STATUS") return { status, publishedAt };
  return change.field === "TAGS" ? { tags } : { category };
}

async function writePrices(
  tx: Transaction,
  ctx: Context,
  fits: readonly ItemChange[],
): Promise<void> {
  const rows = of(fits, "PRICE").flatMap(({ variantId: id, next: { price, regularPrice } }) =>
    id === null ? [] : [{ id, price, regularPrice }],
  );
  await setPrices(tx, rows, ctx.now());
}

/** Writes each product only once, even if several of its fields change. */
async function writeProducts(
  tx: Transaction,
  fits: readonly ItemChange[],
  products: Products,
): Promise<void> {
  const changed = new Map<string, ProductBefore>();
  for (const { productId, variantId, next } of fits) {
    const product = changed.get(productId) ?? products.get(productId);
    if (variantId === null && product !== undefined)
      changed.set(productId, { ...product, ...next });
  }
  if (changed.size > 0) await editProducts(tx, [...changed.values()]);
}
