import type { DiscountInput, discounts } from "@vetrina/contract/pricing/discounts";
import { audit } from "../../platform/audit.ts";
import { holdCurrency, lockStore } from "../../platform/database/lock-store.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { auditedDiscount } from "./audited-discount.ts";
import { lockDiscount, presentDiscount, readDiscount } from "./discount-rows.ts";
import { planDiscount } from "./plan-discount.ts";
import { replaceDiscount, requireWritable } from "./write-discount.ts";

/**
 * Changes the fields sent. Throws NOT_FOUND, EDIT_CONFLICT, and the errors of createDiscount, but accepts an end in the
 * past.
 */
export const updateDiscount: Handler<typeof discounts.updateDiscount> = (ctx, { id, body }) => {
  const { currency } = ctx.store;
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    await holdCurrency(tx, ctx);
    const row = await lockDiscount(tx, id);
    const present = presentDiscount(row, currency);
    await requireFresh(tx, ctx, "discount", row.version, async () => present);
    const {
      id: _id,
      storeId: _store,
      used,
      version: _version,
      createdAt: _created,
      updatedAt: _updated,
      ...fields
    } = present;
    const changed = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    );
    const plan = planDiscount({ ...fields, ...changed } satisfies DiscountInput, currency);
    if (plan.usageLimit !== null && plan.usageLimit < used)
      throw invalidField(
        "usageLimit",
        `This discount has already been used ${used === 1 ? "once" : `${used} times`}. Send at least ${used}.`,
      );
    await requireWritable(tx, id, plan);
    await replaceDiscount(tx, id, plan, { uses: used, now: ctx.now() });
    const next = presentDiscount(await readDiscount(tx, id), currency);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "discount",
      entityId: id,
      before: auditedDiscount(present),
      after: auditedDiscount(next),
    });
    return next;
  });
};
