import type { payments } from "@vetrina/contract/orders/payments";
import { decideOpenPayment } from "../../gateways/test.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";

/** Applies the shopper's decision in the test provider's window. */
export const decideTestPayment: Handler<typeof payments.decideTestPayment> = async (
  ctx,
  { id, body },
) => {
  const state = await decideOpenPayment(ctx.statements, id, body.decision);
  if (state !== undefined) return { id, state };
  const known = await ctx.lookups.row(sql`select from shop.test_payments where id = ${id}`);
  if (known === undefined) throw notFound("payment");
  throw new ApiFailure("INVALID_TRANSITION", "This payment was already decided. Start a new one.");
};
