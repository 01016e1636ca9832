import { maxShipmentLines, maxShipments } from "@vetrina/commerce/constants";
import { unitsToShip } from "@vetrina/commerce/orders/shipments";
import type { Shipment, ShipmentInput, shipments } from "@vetrina/contract/orders/shipments";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import { mainLocation } from "../inventory/levels.ts";
import { readOrderUnits } from "../inventory/order-units.ts";
import { readUnitsInStock } from "../inventory/room-for-returns.ts";
import {
  changeUnits,
  readShippedUnits,
  settleFulfillment,
  unitsOf,
} from "../order-records/fulfillment.ts";
import { readItems } from "../order-records/order-rows.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { enqueueShipmentMail } from "./mails.ts";
import { moveUnits } from "./move-units.ts";
import {
  lastShares,
  type PlannedLine,
  planUnits,
  unitsToTake,
  unshippedUnits,
  type WantedUnits,
} from "./plan-units.ts";
import { lockForShipping, nameOf, requireShippable, wantedUnits } from "./shippable.ts";
import { auditedFields, presentShipment, readShipment } from "./shipment-rows.ts";

/**
 * Ships or packs units of a paid order. Throws INVALID_TRANSITION for more units than are left to ship, and
 * OUT_OF_STOCK for more than the location has.
 */
export async function createShipment(
  ctx: Context,
  { id: orderId, body }: Input<typeof shipments.createShipment>,
): Promise<Shipment> {
  return ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return presentShipment(ctx, await readShipment(tx, stored.id));
    const { order, mode } = await lockForShipping(tx, orderId);
    requireShippable(order, mode);
    const id = newId();
    const lines = await planLines(tx, order, id, body);
    await insertShipment(tx, ctx, { id, orderId }, body, lines);
    await changeUnits(tx, orderId, unitChanges(lines));
    await settleFulfillment(tx, orderId);
    await record(tx, ctx, { id, orderId }, body, lines);
    if (body.status === "SHIPPED" && body.notify)
      await enqueueShipmentMail(tx, order, { template: "order-shipped", shipmentId: id });
    await keepAnswer(tx, ctx, { id });
    return presentShipment(ctx, await readShipment(tx, id));
  });
}

/** Chooses the locations the units leave from and, for a LIVE order, moves units in the ledger if necessary. */
async function planLines(
  tx: Transaction,
  order: OrderRow,
  shipmentId: string,
  { items: requested, location }: Pick<ShipmentInput, "items" | "location">,
): Promise<PlannedLine[]> {
  const items = await readItems(tx, order.id);
  const wanted = wantedUnits(order, items, requested);
  await requireRoom(tx, order.id, { items, wanted });
  if (location !== undefined) await requireLocation(tx, location);
  const isTest = order.payment_environment === "TEST";
  const ledger = await readOrderUnits(tx, { id: order.id, isTest });
  const shipped = await readShippedUnits(tx, order.id);
  const { lines, moves, shares } = planUnits(wanted, ledger, shipped, location);
  // Test orders haven't sold any stock, so shipping one as a test moves none.
  if (isTest) return lines;
  const inStock = await readUnitsInStock(tx, order.id);
  const owed = items.map((item) => ({
    orderItemId: item.id,
    variantId: item.variant_id,
    quantity: unitsToShip(unitsOf(item)),
  }));
  const unshippedAtMain = unshippedUnits(owed, inStock.owed, {
    ledger: ledger.filter(isAtMain),
    shipped: shipped.filter(isAtMain),
  });
  const nameOfVariant = (variantId: string) => nameIn(items, variantId);
  const taken = lastShares(shares, unitsToTake(wanted, owed, inStock));
  const plan = { orderId: order.id, shipmentId, lines, moves, taken, unshippedAtMain };
  await moveUnits(tx, { ...plan, nameOf: nameOfVariant });
  return lines;
}

function isAtMain({ location }: { location: string }): boolean {
  return location === mainLocation;
}

function nameIn(items: readonly OrderItemRow[], variantId: string): string {
  const item = items.find((one) => one.variant_id === variantId);
  return item === undefined ? variantId : nameOf(item);
}

async function requireRoom(
  tx: Transaction,
  orderId: string,
  { items, wanted }: { items: readonly OrderItemRow[]; wanted: readonly WantedUnits[] },
): Promise<void> {
  const row = await tx.row<{ n: number; lines: number }>(sql`
    select count(*)::int as n, (select count(*) from shop.shipment_lines l
      where l.store_id = ${tx.storeId} and l.order_id = ${orderId})::int as lines
    from shop.shipments where store_id = ${tx.storeId} and order_id = ${orderId}`);
  const { n = 0, lines = 0 } = row ?? {};
  if (n >= maxShipments)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `An order can have at most ${maxShipments} shipments. Cancel a pending one, and ship its units together with the rest.`,
      { max: maxShipments },
    );
  const left = items.reduce((sum, item) => sum + unitsToShip(unitsOf(item)), 0);
  // The lines are limited because the order's page and packing slips show all of them. A shipment of all that is left
  // is allowed.
  if (lines + wanted.length <= maxShipmentLines || unitsIn(wanted) === left) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `The shipments of an order can have at most ${maxShipmentLines} lines together. Ship everything that is left in one shipment.`,
    { max: maxShipmentLines },
  );
}

/** Throws NOT_FOUND if the store has no such location. */
export async function requireLocation(tx: Transaction, code: string): Promise<void> {
  const row = await tx.row(sql`
    select from shop.locations where store_id = ${tx.storeId} and code = ${code} and deleted_at is null for share`);
  if (row === undefined) throw notFound("location");
}

type Ids = { id: string; orderId: string };

async function insertShipment(
  tx: Transaction,
  ctx: Context,
  { id, orderId }: Ids,
  { status, carrier, trackingNumber, trackingUrl }: ShipmentInput,
  lines: readonly PlannedLine[],
): Promise<void> {
  const now = ctx.now();
  await tx.run(sql`
    insert into shop.shipments (store_id, id, order_id, status, carrier, tracking_number, tracking_url, shipped_at, created_at, updated_at)
    values (${tx.storeId}, ${id}, ${orderId}, ${status}, ${carrier}, ${trackingNumber}, ${trackingUrl},
      ${status === "SHIPPED" ? now : null}, ${now}, ${now})`);
  await tx.run(sql`
    insert into shop.shipment_lines (store_id, order_id, shipment_id, order_item_id, location, quantity)
    select ${tx.storeId}, ${orderId}, ${id}, "orderItemId", location, quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l ("orderItemId" uuid, location text, quantity int)`);
}

/** Returns the units of each order item that were added to the shipment. */
function unitChanges(lines: readonly PlannedLine[]) {
  const units = Map.groupBy(lines, ({ orderItemId }) => orderItemId);
  return [...units].map(([orderItemId, all]) => ({ orderItemId, fulfilled: unitsIn(all) }));
}

/** Returns the total number of units in lines. */
export function unitsIn(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

async function record(
  tx: Transaction,
  ctx: Context,
  { id, orderId }: Ids,
  body: ShipmentInput,
  lines: readonly PlannedLine[],
): Promise<void> {
  const { status, carrier, trackingNumber, trackingUrl } = body;
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "shipment",
    entityId: id,
    after: {
      orderId,
      ...auditedFields({ status, carrier, trackingNumber, trackingUrl }),
      lines: lines.map(({ orderItemId, location, quantity }) => ({
        orderItemId,
        location,
        quantity,
      })),
    },
  });
  await recordEvent(tx, ctx, orderId, {
    kind: status === "SHIPPED" ? "shipped" : "shipment-created",
    data: { shipmentId: id, units: unitsIn(lines), carrier },
  });
}
