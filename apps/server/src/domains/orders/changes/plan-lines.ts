import {
  type ChangedOrder,
  changeOrder,
  type LineChange,
  maxOrderSteps,
} from "@vetrina/commerce/orders/order-changes";
import { unitsToShip } from "@vetrina/commerce/orders/shipments";
import type { Totals } from "@vetrina/commerce/pricing/price-cart";
import { maximumCartLines } from "@vetrina/commerce/constants";
import type { ChangeOrderItems } from "@vetrina/contract/orders/order-changes";
import type { Context, Transaction } from "../../../platform/context.ts";
import { ApiFailure, invalidField } from "../../../platform/errors.ts";
import { newId } from "../../../platform/id.ts";
import type { RequestedUnits } from "../../inventory/hold-stock.ts";
import { unitsOf } from "../../order-records/fulfillment.ts";
import { type ChangePlan, usesOf } from "../../order-records/open-change.ts";
import { readShippingRateId } from "../../order-records/order-rows.ts";
import { type OrderItemRow, type OrderRow, statusOf } from "../../order-records/present-order.ts";
import { priceAdded } from "../../pricing/price-added.ts";
import { type Line, readLines } from "../../pricing/read-lines.ts";

type Requested = ChangeOrderItems["items"];
/** Units of a line that are exchanged for another variant at the same price. */
type Moved = { quantity: number; to: Line };
type Wish = { kept: number; moved: Moved[] };

/**
 * Plans a change to an order's lines. Kept units keep their price, and added units become new lines. Returns null if
 * nothing changes. Throws UNAVAILABLE_ITEM, and INVALID_TRANSITION for units that were shipped or refunded.
 */
export async function planLines(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  items: readonly OrderItemRow[],
  requested: Requested,
): Promise<ChangePlan | null> {
  requireKnown(items, requested);
  const catalogue = await readCatalogue(tx, items, requested);
  const { wishes, added: wanted } = wishesOf(order, items, requested, catalogue);
  const added = addedLines(wanted, catalogue, requested);
  const isSame = wishes.every(({ kept }, i) => kept === items[i]?.quantity);
  if (isSame && added.length === 0) return null;
  const { totals, shippingRateId } = await price(tx, ctx, order, items, { added, catalogue });
  const changes = wishes.map(({ kept, moved }): LineChange => ({
    kept,
    moved: moved.map(({ quantity }) => quantity),
  }));
  const changed = changeOrder(orderOf(order, items), changes, totals);
  const lines = [...itemsOf(changed, items, wishes), ...newItems(added, totals)];
  requireLines(order, lines);
  requireSteps(changed.steps);
  return {
    items: lines,
    order: columnsOf(order, changed, shippingRateId),
    uses: usesOf(order.price_trace ?? [], changed.steps),
    ...unitsMoved(items, lines, catalogue),
    lines: differences(items, lines),
  };
}

function requireKnown(items: readonly OrderItemRow[], requested: Requested): void {
  const seen = new Set<string>();
  for (const [i, { itemId, variantId }] of requested.entries()) {
    if (itemId === undefined) continue;
    const item = items.find(({ id }) => id === itemId);
    if (item === undefined)
      throw invalidField(
        `items.${i}.itemId`,
        "This order has no line with this id. Send the id of one of its lines.",
      );
    if (seen.has(itemId)) throw invalidField(`items.${i}.itemId`, "List each line once.");
    if (variantId === item.variant_id)
      throw invalidField(
        `items.${i}.variantId`,
        "The line already has this variant. Choose another variant.",
      );
    seen.add(itemId);
  }
}

/** Reads the published variants of the order and of the request, by id. */
async function readCatalogue(
  tx: Transaction,
  items: readonly OrderItemRow[],
  requested: Requested,
): Promise<Map<string, Line>> {
  const ids = new Set([
    ...items.map((item) => item.variant_id),
    ...requested.flatMap(({ variantId }) => (variantId === undefined ? [] : [variantId])),
  ]);
  const { lines } = await readLines(
    tx,
    tx.storeId,
    [...ids].map((variantId) => ({ variantId, quantity: 1 })),
  );
  return new Map(lines.map((line) => [line.variantId, line]));
}

/** Returns what happens to each line, and the number of units to add of each variant. */
function wishesOf(
  order: OrderRow,
  items: readonly OrderItemRow[],
  requested: Requested,
  catalogue: ReadonlyMap<string, Line>,
): { wishes: Wish[]; added: Map<string, number> } {
  const wishes = items.map((item): Wish => ({ kept: item.quantity, moved: [] }));
  const added = new Map<string, number>();
  const add = (variantId: string, units: number) =>
    added.set(variantId, (added.get(variantId) ?? 0) + units);
  for (const { itemId, variantId, quantity } of requested) {
    const index = items.findIndex(({ id }) => id === itemId);
    const [item, wish] = [items[index], wishes[index]];
    if (item === undefined || wish === undefined) {
      if (variantId !== undefined) add(variantId, quantity);
      continue;
    }
    if (variantId === undefined) {
      if (quantity > item.quantity) add(item.variant_id, quantity - item.quantity);
      else wish.kept = quantity;
    } else {
      wish.kept = item.quantity - quantity;
      const to = catalogue.get(variantId);
      if (to !== undefined && isSamePrice(item, catalogue.get(item.variant_id), to))
        wish.moved.push({ quantity, to });
      else add(variantId, quantity);
    }
    requireFree(order, item, item.quantity - wish.kept);
  }
  return { wishes, added };
}

/** Whether both variants belong to the same product and cost the same today. */
function isSamePrice(item: OrderItemRow, from: Line | undefined, to: Line): boolean {
  if (from === undefined || to.productId !== item.product_id) return false;
  return from.priceMinor === to.priceMinor && from.regularPriceMinor === to.regularPriceMinor;
}

/** Throws INVALID_TRANSITION for units in shipments, and for lines of which units or money were already refunded. */
function requireFree(order: OrderRow, item: OrderItemRow, units: number): void {
  if (units === 0) return;
  const what = `${item.name} (${item.variant_name})`;
  const refuse = (message: string, left: number) =>
    new ApiFailure("INVALID_TRANSITION", message, {
      status: statusOf(order),
      itemId: item.id,
      left,
    });
  if (item.refunded_quantity > 0 || item.refunded_minor > 0)
    throw refuse(
      `${what} was refunded, fully or in part, so this line can't be changed. Refund units instead.`,
      0,
    );
  const free = unitsToShip(unitsOf(item));
  if (units > free)
    throw refuse(
      `Units of ${what} that are not in a shipment yet: ${free}. Change at most this many, or cancel the shipment.`,
      free,
    );
}

function addedLines(
  wanted: ReadonlyMap<string, number>,
  catalogue: ReadonlyMap<string, Line>,
  requested: Requested,
): Line[] {
  const all = [
    ...wanted,
    ...requested.flatMap(({ variantId }): [string, number][] =>
      variantId === undefined || wanted.has(variantId) ? [] : [[variantId, 0]],
    ),
  ];
  const missing = all
    .filter(([id]) => !catalogue.has(id))
    .map(([id]) => ({ id, name: "This item" }));
  if (missing.length > 0)
    throw new ApiFailure(
      "UNAVAILABLE_ITEM",
      "An item to add isn't for sale. Choose another item.",
      {
        items: missing,
      },
    );
  return [...wanted].flatMap(([id, quantity]) => {
    const line = catalogue.get(id);
    return line === undefined ? [] : [{ ...line, quantity }];
  });
}

async function price(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  items: readonly OrderItemRow[],
  { added, catalogue }: { added: readonly Line[]; catalogue: ReadonlyMap<string, Line> },
): Promise<{ totals: Totals | null; shippingRateId: string | null }> {
  const shippingRateId = await readShippingRateId(tx, order.id);
  if (added.length === 0) return { totals: null, shippingRateId };
  const { shipping_address: address } = order;
  const terms = {
    country: address?.country ?? ctx.store.country,
    place: { region: address?.region, postalCode: address?.postalCode },
    shippingRateId,
    discountCode: order.discount_code,
    steps: order.price_trace ?? [],
    quantities: items.map(({ quantity }) => quantity),
    parcel: {
      subtotal: order.subtotal_minor - order.discount_minor,
      weight: items.reduce(
        (all, item) => all + item.quantity * (catalogue.get(item.variant_id)?.weightGrams ?? 0),
        0,
      ),
    },
    products: items.map((item) => item.product_id),
  };
  const totals = await priceAdded(tx, ctx.store, terms, { lines: added, now: ctx.now() });
  return { totals, shippingRateId };
}

function orderOf(order: OrderRow, items: readonly OrderItemRow[]) {
  return {
    lines: items.map((item) => ({
      price: item.price_minor,
      quantity: item.quantity,
      discount: item.discount_minor,
      tax: item.tax_minor,
      taxIncluded: item.tax_included_minor,
    })),
    amounts: {
      subtotal: order.subtotal_minor,
      discount: order.discount_minor,
      shipping: order.shipping_minor,
      tax: order.tax_minor,
      taxIncluded: order.tax_included_minor,
      shippingTax: order.shipping_tax_minor,
      total: order.total_minor,
    },
    steps: order.price_trace ?? [],
  };
}

function itemsOf(
  { lines }: ChangedOrder,
  items: readonly OrderItemRow[],
  wishes: readonly Wish[],
): OrderItemRow[] {
  const used = new Map<number, number>();
  return lines.flatMap((line): OrderItemRow[] => {
    const item = items[line.from];
    if (item === undefined) return [];
    const amounts = {
      quantity: line.quantity,
      discount_minor: line.discount,
      tax_minor: line.tax,
      tax_included_minor: line.taxIncluded,
      total_minor: line.price * line.quantity,
    };
    if (!line.isMoved) return [{ ...item, ...amounts }];
    const n = used.get(line.from) ?? 0;
    used.set(line.from, n + 1);
    const to = wishes[line.from]?.moved[n]?.to;
    if (to === undefined) return [];
    return [{ ...item, ...describe(to), ...fresh(), ...amounts }];
  });
}

function newItems(added: readonly Line[], totals: Totals | null): OrderItemRow[] {
  return added.map((line, i) => {
    const priced = totals?.lines[i];
    return {
      ...describe(line),
      ...fresh(),
      quantity: line.quantity,
      price_minor: priced?.unitPrice ?? 0,
      discount_minor: priced?.discount ?? 0,
      tax_minor: priced?.tax ?? 0,
      tax_included_minor: priced?.taxIncluded ?? 0,
      total_minor: priced?.total ?? 0,
    };
  });
}

function describe(line: Line) {
  return {
    product_id: line.productId,
    variant_id: line.variantId,
    link: line.link,
    name: line.name,
    variant_name: line.variantName,
    color: line.color,
    size: line.size,
    sku: line.sku,
    image: line.image,
  };
}

/** Returns the columns of a new line. None of its units is shipped or refunded. */
function fresh() {
  return {
    id: newId(),
    fulfilled_quantity: 0,
    returned_quantity: 0,
    refunded_quantity: 0,
    refunded_minor: 0,
  };
}

function requireLines(order: OrderRow, lines: readonly OrderItemRow[]): void {
  if (lines.length === 0)
    throw new ApiFailure(
      "INVALID_TRANSITION",
      "An order needs at least one line. Cancel the order instead.",
      { status: statusOf(order) },
    );
  if (lines.length <= maximumCartLines) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `An order can have at most ${maximumCartLines} lines. Add fewer, or place another order.`,
    { max: maximumCartLines },
  );
}

/**
 * Throws LIMIT_REACHED if the order's price trace would have too many steps. Lines added at different times can each
 * add steps for tax and discounts.
 */
function requireSteps({ length }: ChangedOrder["steps"]): void {
  if (length <= maxOrderSteps) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    "The order has too many different discounts and taxes. Place another order for the new items.",
    { max: maxOrderSteps },
  );
}

function columnsOf(
  order: OrderRow,
  { amounts, steps }: ChangedOrder,
  shippingRateId: string | null,
): ChangePlan["order"] {
  return {
    subtotal_minor: amounts.subtotal,
    discount_minor: amounts.discount,
    shipping_minor: amounts.shipping,
    tax_minor: amounts.tax,
    tax_included_minor: amounts.taxIncluded,
    shipping_tax_minor: amounts.shippingTax,
    total_minor: amounts.total,
    price_trace: order.price_trace === null ? null : steps,
    shipping_rate_id: shippingRateId,
    shipping_method: order.shipping_method,
    pickup: order.pickup,
  };
}

/** Returns the units of each variant that the change adds to the order or removes from it. */
function unitsMoved(
  before: readonly OrderItemRow[],
  after: readonly OrderItemRow[],
  catalogue: ReadonlyMap<string, Line>,
): Pick<ChangePlan, "added" | "removed"> {
  const units = new Map<string, number>();
  const count = (items: readonly OrderItemRow[], sign: number) => {
    for (const { variant_id: id, quantity } of items)
      units.set(id, (units.get(id) ?? 0) + sign * quantity);
  };
  count(after, 1);
  count(before, -1);
  const removed = [...units].flatMap(([variantId, n]) =>
    n < 0 ? [{ variantId, quantity: -n }] : [],
  );
  const added = [...units].flatMap(([variantId, quantity]): RequestedUnits[] => {
    const line = catalogue.get(variantId);
    if (quantity <= 0 || line === undefined) return [];
    const { name, variantName, maxQuantity } = line;
    return [{ variantId, name, variantName, quantity, maxQuantity }];
  });
  return { added, removed };
}

function differences(
  before: readonly OrderItemRow[],
  after: readonly OrderItemRow[],
): ChangePlan["lines"] {
  const gone = before.filter(({ id }) => !after.some((item) => item.id === id));
  return [...after, ...gone].flatMap((item) => {
    const from = before.find(({ id }) => id === item.id)?.quantity ?? 0;
    const to = after.find(({ id }) => id === item.id)?.quantity ?? 0;
    return from === to ? [] : [{ name: item.name, variant: item.variant_name, from, to }];
  });
}
