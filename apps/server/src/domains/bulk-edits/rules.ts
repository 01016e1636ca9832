import { distinctWords, maxUnits, wordKey } from "@vetrina/contract/common";
import type {
  BulkChange,
  BulkSelection,
  StatusChange,
  StockChange,
  TagsChange,
} from "@vetrina/contract/bulk-changes";
import type { BulkEditState, BulkField, BulkItemReason } from "@vetrina/contract/bulk-edits";
import type { ValidationError } from "@vetrina/contract/errors";
import { readAmount } from "@vetrina/commerce/money";
import { changePrices, type Prices } from "@vetrina/commerce/price-changes";

type Status = StatusChange["to"];

/** What an item's field is of, as the store keeps it: minor units, moments to the microsecond. */
export type Values = {
  PRICE: Prices;
  STOCK: { onHand: number };
  STATUS: { status: Status; publishedAt: string | null };
  TAGS: { tags: string[] };
  CATEGORY: { category: string | null };
};
export type Value = Values[BulkField];

/** What becomes of a field, or why it stays as it is. */
export type Plan<F extends BulkField> = Values[F] | BulkItemReason;

export type ProductBefore = Values["STATUS"] & Values["TAGS"] & Values["CATEGORY"] & { id: string };
export type LevelBefore = { onHand: number; reserved: number; leastAvailable: number };
export type VariantBefore = Prices & LevelBefore & { id: string; productId: string };

export type PlannedItem = {
  productId: string;
  variantId: string | null;
  field: BulkField;
  before: Value;
  plan: Value | BulkItemReason;
};

const maxTags = 100;

/** Every item that a change makes of a product and its chosen variants: the product's own fields first. */
export function planItems(
  product: ProductBefore,
  variants: readonly VariantBefore[],
  change: BulkChange,
  currency: string,
): PlannedItem[] {
  const { id: productId, status, publishedAt, tags, category } = product;
  const items: PlannedItem[] = [];
  const add = <F extends BulkField>(
    field: F,
    before: Values[F],
    plan: Plan<F>,
    variantId: string | null = null,
  ) => items.push({ productId, variantId, field, before, plan });
  if (change.status !== undefined) {
    const before = { status, publishedAt };
    add("STATUS", before, planStatus(before, change.status));
  }
  if (change.tags !== undefined) add("TAGS", { tags }, planTags(tags, change.tags));
  if (change.category !== undefined)
    add("CATEGORY", { category }, planCategory(category, change.category));
  for (const { id, price, regularPrice, ...level } of variants) {
    const before = { price, regularPrice };
    if (change.price !== undefined)
      add("PRICE", before, changePrices(before, change.price, currency), id);
    if (change.stock !== undefined)
      add("STOCK", { onHand: level.onHand }, planStock(level, change.stock), id);
  }
  return items;
}

/** Pieces are never taken below zero, nor below what orders hold; what is owed may become less. */
export function planStock(level: LevelBefore, { set, add = 0 }: StockChange): Plan<"STOCK"> {
  const onHand = set ?? level.onHand + add;
  if (onHand === level.onHand) return "UNCHANGED";
  if (onHand < 0 && onHand < level.onHand) return "BELOW_ZERO";
  if (isTooMany(level.onHand, onHand)) return "TOO_LARGE";
  return isHeld(level, onHand) ? "HELD" : { onHand };
}

/** Whether pieces would come beyond the most there may be; what has more already may lose some. */
export function isTooMany(before: number, onHand: number): boolean {
  return onHand > maxUnits && onHand > before;
}

/** Whether orders hold more than so many pieces on hand, back-orders allowed for. */
export function isHeld({ reserved, leastAvailable }: LevelBefore, onHand: number): boolean {
  return onHand - reserved < leastAvailable;
}

/** Published for the first time: publishedAt stays null until the run says when that was. */
export function planStatus(
  before: Values["STATUS"],
  { to, publishAt }: StatusChange,
): Plan<"STATUS"> {
  const publishedAt = publishAt === undefined ? before.publishedAt : moment(new Date(publishAt));
  const after = { status: to, publishedAt };
  return isSame(before, after) ? "UNCHANGED" : after;
}

/** The tags in the order they have, new ones behind them. */
export function planTags(
  before: readonly string[],
  { add = [], remove = [], replace }: TagsChange,
): Plan<"TAGS"> {
  const removed = new Set(remove.map(wordKey));
  const kept = before.filter((tag) => !removed.has(wordKey(tag)));
  const tags = distinctWords(replace ?? [...kept, ...add]);
  if (isSame({ tags }, { tags: [...before] })) return "UNCHANGED";
  return tags.length > maxTags ? "TOO_MANY_TAGS" : { tags };
}

export function planCategory(before: string | null, wanted: string | null): Plan<"CATEGORY"> {
  const category = wanted || null;
  return category === before ? "UNCHANGED" : { category };
}

/** What a run writes for a planned value: what is published for the first time is published now. */
export function valueAtRun(after: Value, now: Date): Value {
  return "status" in after && after.status === "ACTIVE"
    ? { ...after, publishedAt: after.publishedAt ?? moment(now) }
    : after;
}

/** Whether the value is still what was seen, or what the edit left. */
export function isSame(present: Value, seen: Value): boolean {
  return textOf(present) === textOf(seen);
}

// The database keeps a value's parts in an order of its own.
function textOf(value: Value): string {
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As the database says a moment in `momentSql`: 2026-11-22T07:00:00.000000Z. */
export function moment(at: Date): string {
  return at.toISOString().replace("Z", "000Z");
}

/** What is wrong with an edit beyond its shape: amounts the currency has not, a selection that does not fit the change. */
export function errorsOf(
  selection: BulkSelection,
  change: BulkChange,
  currency: string,
): ValidationError[] {
  const faults: ValidationError[] = [];
  const { price, stock: _stock, ...ofProducts } = change;
  for (const [path, amount] of Object.entries({
    set: price?.set,
    add: price?.add,
    "rounding.ending": price?.rounding?.ending,
    "rounding.step": price?.rounding === undefined ? undefined : (price.rounding.step ?? 1),
    regularPrice: typeof price?.regularPrice === "number" ? price.regularPrice : undefined,
  }))
    if (amount !== undefined) {
      const read = readAmount(amount, currency);
      if ("problem" in read) faults.push({ path: `change.price.${path}`, message: read.problem });
    }
  const isOfProducts = Object.values(ofProducts).some((one) => one !== undefined);
  for (const path of ["variants", "options"] as const)
    if (isOfProducts && selection[path] !== undefined)
      faults.push({
        path: `selection.${path}`,
        message: "Choose whole products: status, tags and category are their own.",
      });
  return faults;
}

/** What may be asked of an edit in each of its states; the worker does the rest. */
const mayBe: Record<"run" | "undo" | "cancel", readonly BulkEditState[]> = {
  run: ["READY"],
  undo: ["DONE", "CANCELLED", "FAILED"],
  cancel: ["PREPARING", "READY", "RUNNING", "UNDOING"],
};

export function mayAsk(what: keyof typeof mayBe, state: BulkEditState): boolean {
  return mayBe[what].includes(state);
}
