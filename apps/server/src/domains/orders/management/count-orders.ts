import { FulfillmentState, OrderStatus, ReturnState } from "@vetrina/contract/enumerations";
import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { PaymentState } from "@vetrina/contract/orders/orders";
import { sql } from "../../../platform/database/sql.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { paidBack } from "../../order-records/order-money.ts";
import { type OrderRow, paymentStateOf } from "../../order-records/present-order.ts";

type Row = Pick<
  OrderRow,
  "payment_state" | "dispute_state" | "fulfillment_state" | "return_state"
> & { status: OrderStatus; isPaidBack: boolean; n: number };

/** Counts the orders in each state. A single query counts every combination of states. */
export const countOrders: Handler<typeof orderManagement.countOrders> = async (ctx) => {
  const rows = await ctx.tx((tx) =>
    tx.rows<Row>(sql`
      select status, payment_state, dispute_state, fulfillment_state, return_state, ${paidBack} as "isPaidBack", count(*)::int as n
      from shop.orders where store_id = ${tx.storeId} and deleted_at is null group by 1, 2, 3, 4, 5, 6`),
  );
  const byStatus = countBy(OrderStatus.options, rows, ({ status }) => status);
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    byStatus,
    byPaymentState: countBy(PaymentState.options, rows, paymentStateOf),
    byFulfillmentState: countBy(FulfillmentState.options, rows, (row) =>
      row.fulfillment_state.toUpperCase(),
    ),
    byReturnState: countBy(ReturnState.options, rows, (row) => row.return_state.toUpperCase()),
    toFulfill: rows.reduce((sum, row) => sum + (isToFulfill(row) ? row.n : 0), 0),
  };
};

function isToFulfill({ status, isPaidBack }: Row): boolean {
  return status === "PAID" && !isPaidBack;
}

/** Counts the orders in each state, with 0 for states without orders. */
function countBy<State extends string>(
  states: readonly State[],
  rows: readonly Row[],
  stateOf: (row: Row) => string,
): Record<State, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const state = stateOf(row);
    counts.set(state, (counts.get(state) ?? 0) + row.n);
  }
  return Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])) as Record<
    State,
    number
  >;
}
