import type { CartLineInput } from "@vetrina/contract/shipping";
import { badgeMaximum, defaultMaxQuantity, maximumCartLines } from "./constants.ts";

/** What names a line: the exact pair of ids, or name, color and size where an id is missing. */
export type CartLineRef = {
  productId?: string | undefined;
  variantId?: string | undefined;
  name: string;
  color?: string | null | undefined;
  size?: string | null | undefined;
};

/** A line as it is stored in the browser; price and originalPrice are major units, for display only. */
export type CartItem = CartLineRef & {
  /** The key in storage, cartLineId of the line. */
  id: string;
  category?: string | null | undefined;
  variant?: string | null | undefined;
  price: number;
  originalPrice?: number | null | undefined;
  image?: string | null | undefined;
  /** The product's link, for /product?link=. */
  link?: string | null | undefined;
  quantity: number;
  /** Pieces that could be bought when the line was last looked at; 999 where unknown. */
  maxQuantity?: number | undefined;
};

/** A line that names what is to be bought. */
export type BuyableLine = CartItem & { productId: string; variantId: string };

/** The cart of one store in one browser; isLoading also while it is first read from storage. */
export type CartState = { items: readonly CartItem[]; isOpen: boolean; isLoading: boolean };

export type CartAction =
  | { type: "load"; items: readonly CartItem[] }
  | { type: "add"; item: CartItem }
  | { type: "update-quantity"; line: CartLineRef; quantity: number }
  | { type: "remove"; line: CartLineRef }
  /** Undoes a removal: the line goes back to its place; a second time changes nothing. */
  | { type: "restore"; item: CartItem; index: number }
  | { type: "clear" }
  | { type: "open" }
  | { type: "close" }
  | { type: "loading"; loading: boolean };

/** Why an add was refused: `maximum` pieces of this item, or `maximum` lines in a cart. */
export type CartRefusal = { reason: "quantity" | "lines"; maximum: number };

// As long as the API takes each field; what is longer was not written by us.
const lengths = { id: 100, name: 300, label: 120, variant: 300, url: 2_000 } as const;

const displayed = [
  ["category", lengths.label],
  ["variant", lengths.variant],
  ["image", lengths.url],
  ["color", lengths.label],
  ["size", lengths.label],
  ["link", lengths.url],
] as const;

/** The cart before storage has been read. */
export const emptyCart: CartState = { items: [], isOpen: false, isLoading: true };

/** The state after an action; the same object where nothing changes. */
export function cartReducer(state: CartState, action: CartAction): CartState {
  switch (action.type) {
    case "load":
      return { ...state, items: combine(action.items), isLoading: false };
    case "add":
      return addToCart(state, action.item).state;
    case "update-quantity":
      return updateQuantity(state, action.line, action.quantity);
    case "remove": {
      const items = state.items.filter((item) => !sameLine(item, action.line));
      return items.length === state.items.length ? state : { ...state, items };
    }
    case "restore":
      return restore(state, action.item, action.index);
    case "clear":
      return state.items.length === 0 ? state : { ...state, items: [] };
    case "open":
      return state.isOpen ? state : { ...state, isOpen: true };
    case "close":
      return state.isOpen ? { ...state, isOpen: false } : state;
    case "loading":
      return state.isLoading === action.loading ? state : { ...state, isLoading: action.loading };
    default:
      return action satisfies never;
  }
}

/** Adds to the line of the same ids, or at the end; beyond the maximum nothing changes and it says so. */
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
    maxQuantity: item.maxQuantity ?? existing?.maxQuantity,
    quantity,
  });
  const items = existing
    ? state.items.map((other) => (other === existing ? line : other))
    : [...state.items, line];
  return { state: { ...state, items } };
}

/**
 * Joins what two tabs hold, the other's lines first. With `base`, the lines both started from, each
 * tab's changes count; without it the greater quantity stays.
 */
export function mergeCarts(
  mine: readonly CartItem[],
  theirs: readonly CartItem[],
  base?: readonly CartItem[],
): CartItem[] {
  const added = mine.filter((item) => !theirs.some((line) => sameLine(line, item)));
  const merged = [...theirs, ...added].flatMap((line) => {
    const ours = mine.find((item) => sameLine(item, line));
    const other = theirs.find((item) => sameLine(item, line));
    const here = ours?.quantity ?? 0;
    const there = other?.quantity ?? 0;
    const before = base?.find((item) => sameLine(item, line))?.quantity ?? 0;
    const quantity = base ? here + there - before : Math.max(here, there);
    if (quantity <= 0) return [];
    // Price, picture and maximum come from the tab that last touched the line.
    const untouched = base ? here === before : here <= there;
    return [{ ...((untouched ? other : ours) ?? line), quantity }];
  });
  return combine(merged);
}

/** The specified key of a line: both ids, else name, color and size ("default"), lower case, dashed. */
export function cartLineId(line: CartLineRef): string {
  const parts =
    line.productId && line.variantId
      ? [line.productId, line.variantId]
      : [line.name, line.color, line.size || "default"];
  return parts.filter(Boolean).join("-").toLowerCase().replace(/\s+/g, "-");
}

/** Whether two references name one line: ids compare exactly, whatever the key in storage says. */
export function sameLine(a: CartLineRef, b: CartLineRef): boolean {
  const aHasIds = hasIds(a);
  if (aHasIds !== hasIds(b)) return false;
  return aHasIds
    ? a.productId === b.productId && a.variantId === b.variantId
    : cartLineId(a) === cartLineId(b);
}

/** The most a line may hold: its maxQuantity, 1 to 999. A line that sold out keeps one piece to show. */
export function lineMaximum(item: Pick<CartItem, "maxQuantity">): number {
  return Math.max(1, maximumOf(item.maxQuantity));
}

/** The lines as text for local storage. */
export function serializeCart(items: readonly CartItem[]): string {
  return JSON.stringify(items);
}

/** Reads stored lines, capping them; anything that is not a line is dropped, and nothing ever throws. */
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
  // Ten times the limit is room for twins and rubbish without reading for ever.
  const lines = list.slice(0, 10 * maximumCartLines).flatMap((value) => lineOf(value) ?? []);
  return combine(lines);
}

/** Pieces in the cart. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** The badge's text: the count, "99+" above 99. */
export function badgeText(count: number): string {
  return count > badgeMaximum ? `${badgeMaximum}+` : String(Math.max(0, count));
}

/** The lines that can be bought: those with both ids. */
export function buyableLines(items: readonly CartItem[]): BuyableLine[] {
  return items.filter((item): item is BuyableLine => hasIds(item));
}

/** A line as the API takes it: ids, name and quantity; what it shows is never a fact. */
export function toLineInput(line: BuyableLine): CartLineInput {
  const { id, productId, variantId, name, quantity } = line;
  return { id, productId, variantId, name, quantity };
}

/** Lines that hold the cart's laws: each named once, whole quantities within the maximum, 100 at most. */
export function combine(items: readonly CartItem[]): CartItem[] {
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
  // A field that holds no number yet is not a wish to remove the line.
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

// NaN counts as nothing; infinity as more than any maximum.
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
