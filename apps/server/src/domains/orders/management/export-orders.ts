import { toMajor } from "@vetrina/commerce/money";
import {
  maxExportedOrders,
  type OrderFilters,
  type orderManagement,
} from "@vetrina/contract/orders/order-management";
import { stringify } from "csv-stringify/sync";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { guardFormula } from "../../../platform/csv/formula.ts";
import { itemColumns } from "../../order-records/order-rows.ts";
import {
  type ListedOrder,
  type OrderItemRow,
  statusOf,
} from "../../order-records/present-order.ts";
import { readPage } from "./list-orders.ts";
import { matching } from "./order-filters.ts";
import type { Cursor } from "../../../platform/http/answers/time-cursor.ts";

/** The number of orders read at a time. With a hundred lines each, they have two thousand rows. */
const pageSize = 20;
/** The number of characters written at a time. */
const chunkSize = 64_000;

const header = [
  ["Order", "Status", "Placed (UTC)", "Paid (UTC)", "Test order", "Email", "Name", "Country"],
  [
    "Currency",
    "Subtotal",
    "Discount",
    "Discount code",
    "Shipping",
    "Tax",
    "Total",
    "Paid",
    "Refunded",
    "Lost in disputes",
  ],
  ["Shipping method", "Tags", "Product", "Variant", "SKU", "Quantity", "Shipped", "Unit price"],
  ["Line discount", "Line total"],
].flat();

/** Exports the matching orders, newest first. Throws LIMIT_REACHED above maxExportedOrders. */
export const exportOrders: Handler<typeof orderManagement.exportOrders> = async (
  ctx,
  { ...filters },
) => {
  await ctx.tx(async (tx) => {
    const count = await tx.row<{ n: number }>(sql`
      select count(*)::int as n from (select from shop.orders o where ${matching(tx, filters)}
        limit ${maxExportedOrders + 1}) o`);
    const found = count?.n ?? 0;
    if (found > maxExportedOrders) throw tooMany();
    if (found > 0)
      await audit(tx, ctx, {
        action: "OTHER",
        entityType: "order",
        entityId: null,
        after: { exported: found },
      });
  });
  const day = ctx.now().toISOString().slice(0, 10);
  return { name: `${ctx.store.slug}-${day}-orders.csv`, bytes: chunksOf(ctx, filters) };
};

/** Reads orders page by page while the file is sent, because all orders of a large file would use too much memory. */
async function* chunksOf(ctx: Context, filters: OrderFilters): AsyncGenerator<Uint8Array> {
  let text = stringify([header]);
  for (let cursor: Cursor | null = null, isLast = false; !isLast;) {
    const at: Cursor | null = cursor;
    // Each page has its own database transaction, so that a slow download occupies no connection.
    const { orders, items } = await ctx.tx(async (tx) => {
      const page = { cursor: at, limit: pageSize, offset: 0 };
      const orders = await readPage(tx, matching(tx, filters), page);
      return {
        orders,
        items: await itemsOf(
          tx,
          orders.map(({ id }) => id),
        ),
      };
    });
    for (const order of orders) {
      await pace();
      text += stringify(rowsOf(order, items.get(order.id) ?? []));
      if (text.length < chunkSize) continue;
      yield Buffer.from(text);
      text = "";
    }
    const last = orders.at(-1);
    isLast = last === undefined || orders.length < pageSize;
    if (last !== undefined) cursor = { at: last.cursor_at, id: last.id };
  }
  yield Buffer.from(text);
}

function tooMany(): ApiFailure {
  const max = maxExportedOrders.toLocaleString("en");
  return new ApiFailure(
    "LIMIT_REACHED",
    `A file can have at most ${max} orders, but more match. Choose a shorter period with startDate and endDate.`,
    { max: maxExportedOrders },
  );
}

async function itemsOf(tx: Transaction, ids: readonly string[]) {
  const rows = await tx.rows<OrderItemRow & { order_id: string }>(sql`
    select order_id, ${itemColumns} from shop.order_items
    where store_id = ${tx.storeId} and order_id = any(${ids}::uuid[]) order by order_id, position`);
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

function rowsOf(order: ListedOrder, items: readonly OrderItemRow[]): string[][] {
  const major = (minor: number) => String(toMajor(minor, order.currency));
  const { shipping_address: address } = order;
  const ofOrder = [
    order.order_number,
    statusOf(order),
    order.created_at.toISOString(),
    order.paid_at?.toISOString() ?? "",
    order.payment_environment === "TEST" ? "yes" : "",
    order.email ?? "",
    address?.name ?? "",
    address?.country ?? "",
    order.currency,
    major(order.subtotal_minor),
    major(order.discount_minor),
    order.discount_code ?? "",
    major(order.shipping_minor),
    major(order.tax_minor),
    major(order.total_minor),
    major(order.paid_minor),
    major(order.refunded_minor),
    major(order.lost_minor),
    order.shipping_method ?? "",
    order.tags.join(", "),
  ];
  return items.map((item) =>
    ofOrder
      .concat(
        item.name,
        item.variant_name,
        item.sku ?? "",
        String(item.quantity),
        String(item.fulfilled_quantity),
        major(item.price_minor),
        major(item.discount_minor),
        major(item.total_minor - item.discount_minor),
      )
      .map(guardFormula),
  );
}
