import type { CartLineInput } from "@vetrina/contract/pricing/shipping";
import { badgeMaximum, defaultMaxQuantity, maximumCartLines } from "./constants.ts";

/** Identifies a line by its two ids or, if an id is missing, by name, color and size. */
export type CartLineRef = {
  productId?: string | undefined;
  variantId?: string | undefined;
  name: string;
  color?: string | null | undefined;
  size?: string | null | undefined;
};

/** A line as stored in the browser. `price` and `originalPrice` are in major units and only for display. */
export type CartItem = CartLineRef & {
  /** The line's key in storage, made by cartLineId. */
  id: string;
  /** A random number that distinguishes this line from an earlier line for the same variant. */
  instance?: number | undefined;
  category?: string | null | undefined;
  variant?: string | null | undefined;
  price: number;
  originalPrice?: number | null | undefined;
  image?: string | null | undefined;
  /** The product's slug, used in /product?link=. */
  link?: string | null | undefined;
  quantity: number;
  /** Number of units that could be bought when the line was last checked. If missing, the line can have up to 999. */
  maxQuantity?: number | undefined;
};

/** A line with both ids, which can be bought. */
export type BuyableLine = CartItem & { productId: string; variantId: string };

/**
 * The cart of one store in one browser. `isLoading` is also true until the storage has been read for the first time.
 */
export type CartState = { items: readonly CartItem[]; isOpen: boolean; isLoading: boolean };

export type CartAction =
  | { type: "load"; items: readonly CartItem[] }
  | { type: "update-quantity"; line: CartLineRef; quantity: number }
  | { type: "remove"; line: CartLineRef }
  /**
   * Undoes a removal: the lines return to their former position, the first one's index. If the cart contains a line
   * again, the greater quantity applies.
   */
  | { type: "restore"; items: readonly CartItem[]; index: number }
  | { type: "clear" }
  | { type: "open" }
  | { type: "close" };

/** Why units can't be added: a cart holds at most `maximum` units of this item, or at most `maximum` lines. */
export type CartRefusal = { reason: "quantity" | "lines"; maximum: number };

// The API's maximum length of each field. A longer stored value is ignored, and a line whose name is longer is dropped.
const lengths = { id: 100, name: 300, label: 120, variant: 300, url: 2_000 } as const;

const displayed = [
  ["category", lengths.label],
  ["variant", lengths.variant],
  ["image", lengths.url],
  ["color", lengths.label],
  ["size", lengths.label],
  ["link", lengths.url],
] as const;

/** The cart before the storage has been read. */
export const emptyCart: CartState = { items: [], isOpen: false, isLoading: true };

/** Returns the state after an action. If nothing changes, returns the same object, except after a load. */
export function cartReducer(state: CartState, action: CartAction): CartState {
  switch (action.type) {
    case "load":
      return { ...state, items: combine(action.items), isLoading: false };
    case "update-quantity":
      return updateQuantity(state, action.line, action.quantity);
    case "remove": {
      const items = state.items.filter((item) => !sameLine(item, action.line));
      return items.length === state.items.length ? state : { ...state, items };
    }
    case "restore":
      return action.items.reduce((now, item, at) => restore(now, item, action.index + at), state);
    case "clear":
      return state.items.length === 0 ? state : { ...state, items: [] };
    case "open":
      return state.isOpen ? state : { ...state, isOpen: true };
    case "close":
      return state.isOpen ? { ...state, isOpen: false } : state;
    default:
      return action satisfies never;
  }
}

/**
 * Adds units to the item's line, or adds a new line at the end if there is none. If that would exceed a maximum,
 * changes nothing and returns the refusal.
 */
export function addToCart(
  state: CartState,
  item: CartItem,
): { state: CartState; refused?: CartRefusal } {
  const existing = state.items.find((line) => sameLine(line, item));
  const maximum = maximumOf(item.maxQuantity ?? existing?.maxQuantity);
  const added = Math.max(1, wholeOf(item.quantity));
  const quantity = (existing?.quantity ?? 0) + added;
  if (quantity > maximum) return { state, refused: { reason: "quantity", maximum } };
  if (!existing && state.items.length >= maximumCartLines)
    return { state, refused: { reason: "lines", maximum: maximumCartLines } };

  const line = capped({
    ...item,
    ...(existing && { instance: existing.instance }),
    maxQuantity: item.maxQuantity ?? existing?.maxQuantity,
    quantity,
  });
  const items = existing
    ? state.items.map((other) => (other === existing ? line : other))
    : [...state.items, line];
  return { state: { ...state, items } };
}

/**
 * Merges the lines of two tabs, with the other tab's lines first. Applies both tabs' changes to `base`, the lines that
 * both tabs started from.
 */
export function mergeCarts(
  mine: readonly CartItem[],
  theirs: readonly CartItem[],
  base: readonly CartItem[],
): CartItem[] {
  const added = mine.filter((item) => !theirs.some((line) => sameLine(line, item)));
  const merged = [...theirs, ...added].flatMap((line) => {
    const ours = mine.find((item) => sameLine(item, line));
    const other = theirs.find((item) => sameLine(item, line));
    const here = ours?.quantity ?? 0;
    const there = other?.quantity ?? 0;
    const before = base.find((item) => sameLine(item, line))?.quantity ?? 0;
    const quantity = here + there - before;
    if (quantity <= 0) return [];
    // Price, image and maximum come from the other tab if this tab didn't change the line's quantity.
    return [{ ...((here === before ? other : ours) ?? line), quantity }];
  });
  return combine(merged);
}

/**
 * A line's key, as the specification defines it: both ids or, without them, name, color and size ("default" if
 * missing), in lower case and joined by hyphens.
 */
export function cartLineId(line: CartLineRef): string {
  const parts =
    line.productId && line.variantId
      ? [line.productId, line.variantId]
      : [line.name, line.color, line.size || "default"];
  return parts.filter(Boolean).join("-").toLowerCase().replace(/\s+/g, "-");
}

/**
 * Whether two references identify the same line. If both have ids, compares only these, because lines with different
 * ids may have equal keys.
 */
export function sameLine(a: CartLineRef, b: CartLineRef): boolean {
  const aHasIds = hasIds(a);
  if (aHasIds !== hasIds(b)) return false;
  return aHasIds
    ? a.productId === b.productId && a.variantId === b.variantId
    : cartLineId(a) === cartLineId(b);
}

/**
 * The maximum quantity of a line: its maxQuantity, from 1 to 999. A sold-out line keeps one unit, so that it is still
 * shown.
 */
export function lineMaximum(item: Pick<CartItem, "maxQuantity">): number {
  return Math.max(1, maximumOf(item.maxQuantity));
}

/** The lines as JSON for local storage. */
export function serializeCart(items: readonly CartItem[]): string {
  return JSON.stringify(items);
}

/** Parses stored lines and limits their quantities. Drops anything that isn't a line, and never throws. */
export function parseStoredCart(text: string | null | undefined): CartItem[] {
  if (!text) return [];
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return [];
  }
  const list = isRecord(stored) ? stored["items"] : stored;
  if (!Array.isArray(list)) return [];
  // Reading ten times the limit leaves room for duplicates and invalid entries, but bounds the work.
  const lines = list.slice(0, 10 * maximumCartLines).flatMap((value) => lineOf(value) ?? []);
  return combine(lines);
}

/** Number of units in the cart. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** The text of the cart's badge: the count, or "99+" above 99. */
export function badgeText(count: number): string {
  return count > badgeMaximum ? `${badgeMaximum}+` : String(Math.max(0, count));
}

/** The lines that can be bought: those with both ids. */
export function buyableLines(items: readonly CartItem[]): BuyableLine[] {
  return items.filter((item): item is BuyableLine => hasIds(item));
}

/** A line as the API accepts it: ids, name and quantity. The server ignores display fields such as price. */
export function toLineInput(line: BuyableLine): CartLineInput {
  const { id, productId, variantId, name, quantity } = line;
  return { id, productId, variantId, name, quantity };
}

/** Makes lines valid: no duplicates, whole quantities within the maximum, at most 100 lines. */
function combine(items: readonly CartItem[]): CartItem[] {
  const lines: CartItem[] = [];
  for (const item of items) {
    if (wholeOf(item.quantity) < 1) continue;
    const at = lines.findIndex((line) => sameLine(line, item));
    const twin = lines[at];
    if (twin) lines[at] = capped({ ...twin, quantity: twin.quantity + wholeOf(item.quantity) });
    else if (lines.length < maximumCartLines) lines.push(capped(item));
  }
  return lines;
}

function updateQuantity(state: CartState, line: CartLineRef, quantity: number): CartState {
  const existing = state.items.find((item) => sameLine(item, line));
  // NaN means that the quantity field is empty, which is not a request to remove the line.
  if (!existing || Number.isNaN(quantity)) return state;
  if (quantity <= 0) return cartReducer(state, { type: "remove", line });
  const next = capped({ ...existing, quantity: Math.max(1, wholeOf(quantity)) });
  if (next.quantity === existing.quantity) return state;
  return { ...state, items: state.items.map((item) => (item === existing ? next : item)) };
}

function restore(state: CartState, item: CartItem, index: number): CartState {
  const existing = state.items.find((line) => sameLine(line, item));
  if (existing) {
    const quantity = Math.max(existing.quantity, wholeOf(item.quantity));
    return updateQuantity(state, existing, quantity);
  }
  if (state.items.length >= maximumCartLines || wholeOf(item.quantity) < 1) return state;
  return { ...state, items: state.items.toSpliced(Math.max(0, index), 0, capped(item)) };
}

function capped(item: CartItem): CartItem {
  const line = { ...item, id: cartLineId(item) };
  if (item.maxQuantity !== undefined) line.maxQuantity = Math.max(0, wholeOf(item.maxQuantity));
  line.quantity = Math.min(wholeOf(item.quantity), lineMaximum(line));
  return line;
}

function maximumOf(maxQuantity: number | undefined): number {
  const maximum = maxQuantity ?? defaultMaxQuantity;
  return Math.min(Math.max(0, wholeOf(maximum)), defaultMaxQuantity);
}

// Rounds down to a whole number. NaN counts as 0, and infinity as more than any maximum.
function wholeOf(quantity: number): number {
  return Number.isNaN(quantity) ? 0 : Math.min(Math.floor(quantity), Number.MAX_SAFE_INTEGER);
}

function hasIds(line: CartLineRef): boolean {
  return Boolean(line.productId && line.variantId);
}

function lineOf(value: unknown): CartItem | undefined {
  if (!isRecord(value)) return undefined;
  const name = textOf(value["name"], lengths.name);
  const price = amountOf(value["price"]);
  const quantity = value["quantity"];
  if (!name || price === undefined || typeof quantity !== "number") return undefined;

  const line: CartItem = { id: "", name, price, quantity };
  const maxQuantity = amountOf(value["maxQuantity"]);
  if (maxQuantity !== undefined) line.maxQuantity = Math.floor(maxQuantity);
  const instance = amountOf(value["instance"]);
  if (instance !== undefined) line.instance = instance;
  const productId = textOf(value["productId"], lengths.id);
  const variantId = textOf(value["variantId"], lengths.id);
  if (productId) line.productId = productId;
  if (variantId) line.variantId = variantId;
  for (const [field, length] of displayed) {
    const text = value[field] === null ? null : textOf(value[field], length);
    if (text !== undefined) line[field] = text;
  }
  const originalPrice = value["originalPrice"] === null ? null : amountOf(value["originalPrice"]);
  if (originalPrice !== undefined) line.originalPrice = originalPrice;
  return line;
}

function textOf(value: unknown, length: number): string | undefined {
  return typeof value === "string" && value.length <= length ? value : undefined;
}

function amountOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value || 0 : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
