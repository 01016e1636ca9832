import type { BulkItemReason } from "@vetrina/contract/bulk-edits";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { settleProducts } from "../products/change-product.ts";
import { type LockedEdit, moveOn } from "./bulk-edits.ts";
import {
  type Item,
  momentSql,
  nextItems,
  noteOutcomes,
  of,
  type Outcome,
  type StepSize,
  type Turn,
} from "./items.ts";
import { isSame, type ProductBefore, type Value, type Values, valueAtRun } from "./rules.ts";
import { moveStock } from "./move-stock.ts";

const run = { from: "PLANNED", done: "DONE", not: "NOT_DONE", end: "DONE" } as const;
const undo = { from: "DONE", done: "UNDONE", not: "NOT_UNDONE", end: "UNDONE" } as const;

/**
 * Runs or undoes the next items of a locked edit: those whose value is still what was seen. The others are left as they
 * are, and it is noted why.
 */
export async function applyStep(
  ctx: Context,
  tx: Transaction,
  edit: LockedEdit,
  size: StepSize,
): Promise<void> {
  const way = edit.state === "UNDOING" ? undo : run;
  const items = await nextItems(tx, edit, way.from, size.items);
  if (items.length === 0) return moveOn(tx, edit.id, way.end, { dueAt: null });
  const turns = items.map((item) => turnOf(item, way === undo, ctx.now()));
  const products = await lockProducts(tx, turns);
  const prices = await readPrices(tx, turns);
  const refused = new Map<number, BulkItemReason>();
  const fits = turns.filter((turn) => {
    if (turn.field === "STOCK") return true;
    const present = presentOf(turn, products, prices);
    if (present !== undefined && isSame(present, turn.seen)) return true;
    refused.set(turn.position, present === undefined ? "GONE" : "CHANGED_SINCE");
    return false;
  });
  await writePrices(tx, ctx, fits);
  await writeProducts(tx, fits, products);
  const changed = new Set(
    fits.filter(({ field }) => field !== "STOCK").map(({ productId }) => productId),
  );
  if (changed.size > 0) await settleProducts(tx, ctx, [...changed]);
  // Last of all: orders wait for the levels that are locked here.
  for (const [position, reason] of await moveStock(tx, edit, fits)) refused.set(position, reason);
  const outcomes = turns.map((turn): Outcome => {
    const { position, next, after } = turn;
    const reason = refused.get(position) ?? null;
    const state = reason === null ? way.done : way.not;
    return { position, reason, state, after: way === run && next !== after ? next : null };
  });
  await noteOutcomes(tx, edit, way.from, outcomes);
}

function turnOf(item: Item, isUndo: boolean, now: Date): Turn {
  const { before, after } = item;
  return isUndo
    ? { ...item, seen: after, next: before }
    : { ...item, seen: before, next: valueAtRun(after, now) };
}

type Products = ReadonlyMap<string, ProductBefore>;
type Prices = ReadonlyMap<string, Values["PRICE"]>;

/** In the order in which everybody locks several products. */
async function lockProducts(tx: Transaction, turns: readonly Turn[]): Promise<Products> {
  const ids = [...new Set(turns.map(({ productId }) => productId))];
  const rows = await tx.rows<ProductBefore>(sql`
    select p.id, p.status, ${momentSql(sql`p.published_at`)} as "publishedAt", p.tags, p.category from shop.products p
    where p.store_id = ${tx.storeId} and p.id = any(${ids}::uuid[]) and p.deleted_at is null
    order by p.id for no key update`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function readPrices(tx: Transaction, turns: readonly Turn[]): Promise<Prices> {
  const ids = of(turns, "PRICE").map(({ variantId }) => variantId);
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<Values["PRICE"] & { id: string }>(sql`
    select id, price_minor as price, regular_price_minor as "regularPrice" from shop.variants
    where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) and deleted_at is null`);
  return new Map(rows.map(({ id, price, regularPrice }) => [id, { price, regularPrice }]));
}

function presentOf(turn: Turn, products: Products, prices: Prices): Value | undefined {
  if (turn.field === "PRICE") return prices.get(turn.variantId ?? "");
  const product = products.get(turn.productId);
  if (product === undefined) return undefined;
  const { status, publishedAt, tags, category } = product;
  if (turn.field === "STATUS") return { status, publishedAt };
  return turn.field === "TAGS" ? { tags } : { category };
}

async function writePrices(tx: Transaction, ctx: Context, fits: readonly Turn[]): Promise<void> {
  const rows = of(fits, "PRICE").map(({ variantId, next: { price, regularPrice } }) => ({
    id: variantId,
    price,
    regularPrice,
  }));
  if (rows.length === 0) return;
  await tx.run(sql`
    update shop.variants v set price_minor = r.price, regular_price_minor = r."regularPrice", updated_at = ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, price int, "regularPrice" int)
    where v.store_id = ${tx.storeId} and v.id = r.id`);
}

/** A product may have several fields in hand: each row is written once, with all of them. */
async function writeProducts(
  tx: Transaction,
  fits: readonly Turn[],
  products: Products,
): Promise<void> {
  const changed = new Map<string, ProductBefore>();
  for (const { productId, variantId, next } of fits) {
    const product = changed.get(productId) ?? products.get(productId);
    if (variantId === null && product !== undefined)
      changed.set(productId, { ...product, ...next });
  }
  if (changed.size === 0) return;
  await tx.run(sql`
    update shop.products p set status = r.status, published_at = r."publishedAt", category = r.category,
      tags = array(select jsonb_array_elements_text(r.tags))
    from jsonb_to_recordset(${JSON.stringify([...changed.values()])}::jsonb) as r (id uuid, status text, "publishedAt" timestamptz,
      category text, tags jsonb)
    where p.store_id = ${tx.storeId} and p.id = r.id`);
}
