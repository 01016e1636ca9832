import type { shipments } from "@vetrina/contract/orders/shipments";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { isPaidBack, paidBack } from "../order-records/order-money.ts";
import type { ListedOrder } from "../order-records/present-order.ts";
import { drawPackingSlips, readPackedOrders, readSlipStore } from "./packed-orders.ts";
import { slipsOfOrders } from "./slip-content.ts";

/**
 * Returns the packing slips of several orders in one PDF. Throws LIMIT_REACHED, and INVALID_TRANSITION if each of the
 * orders is unpaid, canceled or paid back.
 */
export const getPackingSlips: Handler<typeof shipments.getPackingSlips> = async (
  ctx,
  { orders },
) => {
  const packed = await ctx.tx(async (tx) => {
    const ids = orders ?? (await findUnpacked(tx, ctx.store.environment));
    const fitting = await fittingOrders(tx, ids);
    if (orders !== undefined && fitting.length < new Set(ids).size)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `These orders have more than ${maxLines} lines in total, the maximum for one file. Choose fewer orders.`,
        { max: maxLines },
      );
    return readPackedOrders(tx, fitting);
  });
  const content = slipsOfOrders(
    packed.filter(({ order }) => isToBeShipped(order)),
    await readSlipStore(ctx),
  );
  if (content.slips.length === 0)
    throw new ApiFailure(
      "INVALID_TRANSITION",
      "There is no packing slip to print. Only orders that are paid, and neither canceled nor paid back, have packing slips.",
    );
  return { name: "Packing-slips.pdf", bytes: await drawPackingSlips(ctx, content) };
};

const maxOrders = 50;
/** Maximum number of lines of orders and shipments in one file. An order with more lines gets a file of its own. */
const maxLines = 1000;

/**
 * Returns the first order of the list and the orders directly after it that fit in the same file. An order that doesn't
 * exist counts as one line.
 */
async function fittingOrders(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; lines: number }>(sql`
    select o.id, (select count(*) from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id)::int
      + (select count(*) from shop.shipment_lines l where l.store_id = o.store_id and l.order_id = o.id)::int as lines
    from shop.orders o where o.store_id = ${tx.storeId} and o.id = any(${ids}::uuid[])`);
  const linesOf = new Map(rows.map(({ id, lines }) => [id, lines]));
  let total = 0;
  return [...new Set(ids)].filter((id, i) => {
    total += linesOf.get(id) ?? 1;
    return i === 0 || total <= maxLines;
  });
}

/**
 * Finds the oldest orders that are not completely packed. In LIVE mode, omits test orders, because they can't be
 * shipped.
 */
async function findUnpacked(tx: Transaction, mode: PaymentEnv): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from shop.orders where store_id = ${tx.storeId} and payment_state = 'completed' and cancelled_at is null
      and fulfillment_state in ('unfulfilled', 'partial') and deleted_at is null and not ${paidBack}
      and (${mode} = 'TEST' or payment_environment = 'LIVE')
    order by id limit ${maxOrders}`);
  return rows.map(({ id }) => id);
}

function isToBeShipped(order: ListedOrder): boolean {
  return order.payment_state === "completed" && order.cancelled_at === null && !isPaidBack(order);
}
