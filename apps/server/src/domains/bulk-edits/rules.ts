import { distinctWords, maxUnits, wordKey } from "@vetrina/contract/common";
import type {
  BulkChange,
  BulkSelection,
  StatusChange,
  StockChange,
  TagsChange,
} from "@vetrina/contract/catalogue/bulk-changes";
import type {
  BulkEditState,
  BulkField,
  BulkItemReason,
} from "@vetrina/contract/catalogue/bulk-edits";
import type { ValidationError } from "@vetrina/contract/errors";
import { readAmount } from "@vetrina/commerce/money";
import { changePrices, type Prices } from "@vetrina/commerce/products/price-changes";

type Status = StatusChange["to"];

/** The values of each field as the store keeps them: amounts in minor units, times to the microsecond. */
export type Values = {
  PRICE: Prices;
  STOCK: { onHand: number };
  STATUS: { status: Status; publishedAt: string | null };
  TAGS: { tags: string[] };
  CATEGORY: { category: string | null };
};
export type Value = Values[BulkField];

/** The planned value of a field, or the reason it stays as it is. */
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

/** Every item that a change makes for a product and its selected variants, with the product's own fields first. */
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

/** Stock never goes below zero or below what orders hold; a negative level may rise. */
export function planStock(level: LevelBefore, { set, add = 0 }: StockChange): Plan<"STOCK"> {
  const onHand = set ?? level.onHand + add;
  if (onHand === level.onHand) return "UNCHANGED";
  if (onHand < 0 && onHand < level.onHand) return "BELOW_ZERO";
  if (isTooMany(level.onHand, onHand)) return "TOO_LARGE";
  return isHeld(level, onHand) ? "HELD" : { onHand };
}

/** Whether stock would exceed the maximum; a level that already exceeds it may still fall. */
export function isTooMany(before: number, onHand: number): boolean {
  return onHand > maxUnits && onHand > before;
}

/** Whether orders hold more than this on-hand quantity covers, including allowed back-orders. */
export function isHeld({ reserved, leastAvailable }: LevelBefore, onHand: number): boolean {
  return onHand - reserved < leastAvailable;
}

/** On first publication publishedAt stays null, because the time is set by the run. */
export function planStatus(
  before: Values["STATUS"],
  { to, publishAt }: StatusChange,
): Plan<"STATUS"> {
  const publishedAt = publishAt === undefined ? before.publishedAt : moment(new Date(publishAt));
  const after = { status: to, publishedAt };
  return isSame(before, after) ? "UNCHANGED" : after;
}

/** Existing tags keep their order; new ones follow. */
export function planTags(
  before: readonly string[],
  { add = [], remove = [], replace }: TagsChange,
): Plan<"TAGS"> {
  const removed = new Set(remove.map(wordKey));
  const remaining = before.filter((tag) => !removed.has(wordKey(tag)));
  const tags = distinctWords(replace ?? [...remaining, ...add]);
  if (isSame({ tags }, { tags: [...before] })) return "UNCHANGED";
  return tags.length > maxTags ? "TOO_MANY_TAGS" : { tags };
}

function planCategory(before: string | null, requested: string | null): Plan<"CATEGORY"> {
  const category = requested || null;
  return category === before ? "UNCHANGED" : { category };
}

/** The value a run writes for a planned one: a product published for the first time is published now. */
export function valueAtRun(after: Value, now: Date): Value {
  return "status" in after && after.status === "ACTIVE"
    ? { ...after, publishedAt: after.publishedAt ?? moment(now) }
    : after;
}

/** Whether the current value is still the expected one. */
export function isSame(present: Value, seen: Value): boolean {
  return textOf(present) === textOf(seen);
}

// jsonb does not keep the order of keys.
function textOf(value: Value): string {
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Formats a time as `momentSql` does: 2026-11-22T07:00:00.000000Z. */
export function moment(at: Date): string {
  return at.toISOString().replace("Z", "000Z");
}

/** Validates what the schema can't: the currency's decimals, and selections that don't fit the change. */
export function errorsOf(
  selection: BulkSelection,
  change: BulkChange,
  currency: string,
): ValidationError[] {
  const errors: ValidationError[] = [];
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
      if ("problem" in read) errors.push({ path: `change.price.${path}`, message: read.problem });
    }
  const isOfProducts = Object.values(ofProducts).some((one) => one !== undefined);
  for (const path of ["variants", "options"] as const)
    if (isOfProducts && selection[path] !== undefined)
      errors.push({
        path: `selection.${path}`,
        message:
          "Select products instead of variants: status, tags and category belong to the product.",
      });
  return errors;
}

/** The states in which each action is allowed; the worker makes the other transitions. */
const mayBe: Record<"run" | "undo" | "cancel", readonly BulkEditState[]> = {
  run: ["READY"],
  undo: ["DONE", "CANCELLED", "FAILED"],
  cancel: ["PREPARING", "READY", "RUNNING", "UNDOING"],
};

export function mayAsk(what: keyof typeof mayBe, state: BulkEditState): boolean {
  return mayBe[what].includes(state);
}
