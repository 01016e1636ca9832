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

/** The values of each field as stored: amounts in minor units, times with microseconds. */
export type Values = {
  PRICE: Prices;
  STOCK: { onHand: number };
  STATUS: { status: Status; publishedAt: string | null };
  TAGS: { tags: string[] };
  CATEGORY: { category: string | null };
};
export type Value = Values[BulkField];

/** The planned value of a field, or the reason why it doesn't change. */
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

type ItemPlanner = (product: ProductBefore, variants: readonly VariantBefore[]) => PlannedItem[];

/**
 * Returns a function that plans all items that a change makes for a product and its selected variants. Items of the
 * product's own fields come first.
 */
export function itemPlanner(change: BulkChange, currency: string): ItemPlanner {
  const planTags = change.tags === undefined ? null : tagPlanner(change.tags);
  return (product, variants) => planItems(product, variants, { change, currency, planTags });
}

type Planning = {
  change: BulkChange;
  currency: string;
  planTags: ReturnType<typeof tagPlanner> | null;
};

function planItems(
  product: ProductBefore,
  variants: readonly VariantBefore[],
  { change, currency, planTags }: Planning,
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
  if (planTags !== null) add("TAGS", { tags }, planTags(tags));
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

/**
 * Plans the new stock of a level, or returns why it can't be set. A quantity below zero is allowed only if it raises a
 * level that was lower.
 */
export function planStock(level: LevelBefore, { set, add = 0 }: StockChange): Plan<"STOCK"> {
  const onHand = set ?? level.onHand + add;
  if (onHand === level.onHand) return "UNCHANGED";
  if (onHand < 0 && onHand < level.onHand) return "BELOW_ZERO";
  if (isTooMany(level.onHand, onHand)) return "TOO_LARGE";
  return isHeld(level, onHand) ? "HELD" : { onHand };
}

/** Whether stock would exceed the maximum. A level that already exceeds it may still fall. */
export function isTooMany(before: number, onHand: number): boolean {
  return onHand > maxUnits && onHand > before;
}

/** Whether orders hold more units than this on-hand quantity and the allowed back-orders cover. */
export function isHeld({ reserved, leastAvailable }: LevelBefore, onHand: number): boolean {
  return onHand - reserved < leastAvailable;
}

/**
 * Plans a product's status and publication time. For a first publication without `publishAt`, the time stays null here
 * and is set by valueAtRun().
 */
export function planStatus(
  before: Values["STATUS"],
  { to, publishAt }: StatusChange,
): Plan<"STATUS"> {
  const publishedAt = publishAt === undefined ? before.publishedAt : moment(new Date(publishAt));
  const after = { status: to, publishedAt };
  return isSame(before, after) ? "UNCHANGED" : after;
}

/** Returns a function that plans a product's tags: `replace`, or the remaining existing tags followed by the new ones. */
export function tagPlanner({
  add = [],
  remove = [],
  replace,
}: TagsChange): (before: readonly string[]) => Plan<"TAGS"> {
  const removed = new Set(remove.map(wordKey));
  return (before) => {
    const remaining = before.filter((tag) => !removed.has(wordKey(tag)));
    const tags = distinctWords(replace ?? [...remaining, ...add]);
    if (isSame({ tags }, { tags: [...before] })) return "UNCHANGED";
    return tags.length > maxTags ? "TOO_MANY_TAGS" : { tags };
  };
}

function planCategory(before: string | null, requested: string | null): Plan<"CATEGORY"> {
  const category = requested || null;
  return category === before ? "UNCHANGED" : { category };
}

/**
 * Returns the value that a run writes for a planned value: the same, except that a product without a publication time
 * gets the current time when it becomes ACTIVE.
 */
export function valueAtRun(after: Value, now: Date): Value {
  return "status" in after && after.status === "ACTIVE"
    ? { ...after, publishedAt: after.publishedAt ?? moment(now) }
    : after;
}

/** Whether the current value is still the expected value. */
export function isSame(present: Value, seen: Value): boolean {
  return textOf(present) === textOf(seen);
}

// Sorts the keys, because jsonb does not keep their order.
function textOf(value: Value): string {
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Formats a time like `momentSql`: 2026-11-22T07:00:00.000000Z. */
export function moment(at: Date): string {
  return at.toISOString().replace("Z", "000Z");
}

/** Validates what the schema can't: the currency's decimals, and whether the selection fits the change. */
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

/** The states in which each action is allowed. */
const mayBe: Record<"run" | "undo" | "cancel", readonly BulkEditState[]> = {
  run: ["READY"],
  undo: ["DONE", "CANCELLED", "FAILED"],
  cancel: ["PREPARING", "READY", "RUNNING", "UNDOING"],
};

export function mayAsk(what: keyof typeof mayBe, state: BulkEditState): boolean {
  return mayBe[what].includes(state);
}
