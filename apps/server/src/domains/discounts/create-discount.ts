import type { discounts } from "@vetrina/contract/pricing/discounts";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { holdCurrency, lockStore } from "../../platform/database/lock-store.ts";
import { invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { auditedDiscount } from "./audited-discount.ts";
import { type DiscountRow, presentDiscount, readDiscount } from "./discount-rows.ts";
import { type DiscountPlan, planDiscount } from "./plan-discount.ts";
import { insertDiscount, requireWritable } from "./write-discount.ts";

/**
 * Creates a discount. Throws VALIDATION_FAILED if it could never apply, ALREADY_EXISTS if the code is taken,
 * LIMIT_REACHED or CURRENCY_CHANGED.
 */
export const createDiscount: Handler<typeof discounts.createDiscount> = async (ctx, { body }) => {
  const plan = planDiscount(body, ctx.store.currency);
  if (plan.endsAt !== null && plan.endsAt <= ctx.now())
    throw invalidField("endsAt", "The end is in the past. Send a later time.");
  return presentDiscount(await addDiscount(ctx, plan), ctx.store.currency);
};

/** Like createDiscount, but accepts a discount that has already ended. */
export function addDiscount(ctx: Context, plan: DiscountPlan): Promise<DiscountRow> {
  const id = newId();
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    await holdCurrency(tx, ctx);
    await requireWritable(tx, id, plan);
    await insertDiscount(tx, id, plan, ctx.now());
    const row = await readDiscount(tx, id);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "discount",
      entityId: id,
      after: auditedDiscount(presentDiscount(row, ctx.store.currency)),
    });
    return row;
  });
}
