import { trackingPage } from "@vetrina/commerce/orders/tracking";
import type { PaymentEnv, ShippingStatus } from "@vetrina/contract/enumerations";
import type { Shipment, ShipmentUpdate } from "@vetrina/contract/orders/shipments";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/** Units of an order item in a shipment that leave from one location. */
export type ShipmentLineRow = {
  orderItemId: string;
  variantId: string;
  name: string;
  variantName: string;
  sku: string | null;
  image: string | null;
  quantity: number;
  location: string;
};

/** A row of shop.shipments with its lines, in the order of the order's items. */
export type ShipmentRow = {
  storeId: string;
  id: string;
  orderId: string;
  status: ShippingStatus;
  environment: PaymentEnv;
  carrier: string | null;
  trackingNumber: string | null;
  /** The URL that staff entered. */
  trackingUrl: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  returnedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  lines: ShipmentLineRow[];
};

/** Reads an order's shipments, oldest first. */
export function readShipments(tx: Transaction, orderId: string): Promise<ShipmentRow[]> {
  return rowsOf(tx, sql`s.order_id = ${orderId}`);
}

/** Reads the shipments of several orders, oldest first. */
export function readShipmentsOf(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<ShipmentRow[]> {
  return rowsOf(tx, sql`s.order_id = any(${orderIds}::uuid[])`);
}

/** Throws NOT_FOUND. */
export async function readShipment(tx: Transaction, id: string): Promise<ShipmentRow> {
  const [row] = await rowsOf(tx, sql`s.id = ${id} and o.deleted_at is null`);
  if (row === undefined) throw notFound("shipment");
  return row;
}

function rowsOf(tx: Transaction, which: Sql): Promise<ShipmentRow[]> {
  return tx.rows<ShipmentRow>(sql`
    select s.store_id as "storeId", s.id, s.order_id as "orderId", s.status, o.payment_environment as environment, s.carrier,
      s.tracking_number as "trackingNumber", s.tracking_url as "trackingUrl", s.shipped_at as "shippedAt",
      s.delivered_at as "deliveredAt", s.returned_at as "returnedAt", s.version, s.created_at as "createdAt",
      s.updated_at as "updatedAt", (
        select jsonb_agg(jsonb_build_object('orderItemId', i.id, 'variantId', i.variant_id, 'name', i.name, 'variantName', i.variant_name,
          'sku', i.sku, 'image', i.image, 'quantity', l.quantity, 'location', l.location) order by i.position, l.location)
        from shop.shipment_lines l join shop.order_items i on i.store_id = l.store_id and i.id = l.order_item_id
        where l.store_id = s.store_id and l.order_id = s.order_id and l.shipment_id = s.id) as lines
    from shop.shipments s join shop.orders o on o.store_id = s.store_id and o.id = s.order_id
    where s.store_id = ${tx.storeId} and ${which} order by s.id`);
}

/** Returns the id of a shipment's order, because the order must be locked before the shipment. Throws NOT_FOUND. */
export async function orderOf(tx: Transaction, id: string): Promise<string> {
  const row = await tx.row<{ orderId: string }>(sql`
    select order_id as "orderId" from shop.shipments where store_id = ${tx.storeId} and id = ${id}`);
  if (row === undefined) throw notFound("shipment");
  return row.orderId;
}

/** Returns the tracking page of a shipment: as entered by staff, else a known carrier's. */
export function trackingLink(
  shipment: Pick<ShipmentRow, "carrier" | "trackingNumber" | "trackingUrl">,
): string | null {
  return shipment.trackingUrl ?? trackingPage(shipment.carrier, shipment.trackingNumber);
}

/**
 * Returns a shipment's new fields for the audit log, which can be read without access to orders. Omits the tracking
 * number and URL, and only says that they changed: a carrier's page shows where a parcel went.
 */
export function auditedFields({
  trackingNumber,
  trackingUrl,
  ...fields
}: Partial<Omit<ShipmentUpdate, "notify">>) {
  const changed = [
    ...(trackingNumber === undefined ? [] : ["trackingNumber"]),
    ...(trackingUrl === undefined ? [] : ["trackingUrl"]),
  ];
  return changed.length === 0 ? fields : { ...fields, changed };
}

/** Returns the shipment as the API shows it. Buyers don't see the locations. */
export function presentShipment(ctx: Pick<Context, "grant">, row: ShipmentRow): Shipment {
  const isBuyer = ctx.grant === "order-key" || ctx.grant === "customer";
  return {
    id: row.id,
    storeId: row.storeId,
    orderId: row.orderId,
    status: row.status,
    environment: row.environment,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    trackingUrl: trackingLink(row),
    lines: isBuyer
      ? unitsByItem(row.lines).map(buyersLine)
      : row.lines.map((line) => ({ ...buyersLine(line), location: line.location })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    shippedAt: row.shippedAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    version: row.version,
  };
}

function buyersLine(line: ShipmentLineRow): Shipment["lines"][number] {
  const { orderItemId, name, variantName, sku, image, quantity } = line;
  return { orderItemId, name, variantName, sku, image, quantity };
}

/** Merges the lines of each order item, regardless of the locations that its units leave from. */
export function unitsByItem(lines: readonly ShipmentLineRow[]): ShipmentLineRow[] {
  const items = new Map<string, ShipmentLineRow>();
  for (const line of lines) {
    const known = items.get(line.orderItemId);
    const quantity = line.quantity + (known?.quantity ?? 0);
    items.set(line.orderItemId, { ...line, quantity });
  }
  return [...items.values()];
}

/** Returns the number of units of each item, as an order's events name them. */
export function namedUnits(
  lines: readonly ShipmentLineRow[],
): { orderItemId: string; quantity: number }[] {
  return unitsByItem(lines).map(({ orderItemId, quantity }) => ({ orderItemId, quantity }));
}
