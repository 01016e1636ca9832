import { toMajor } from "@vetrina/commerce/money";
import type { payments } from "@vetrina/contract/orders/payments";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";

type Row = { id: string; amount_minor: number; currency: string; state: string };

/** Returns a test payment for the test provider's window. The only credential is its id: 16 random bytes. */
export const getTestPayment: Handler<typeof payments.getTestPayment> = async (ctx, { id }) => {
  const reader = ctx.lookups;
  const row = await reader.row<Row>(
    sql`select id, amount_minor, currency, state from shop.test_payments where id = ${id}`,
  );
  if (row === undefined) throw notFound("payment");
  return {
    id: row.id,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    state: row.state,
  };
};
