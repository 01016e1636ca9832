import type { taxes } from "@vetrina/contract/pricing/taxes";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { insertTaxRate } from "./insert-first-tax.ts";
import { maxTaxRates, planTaxRate, requireFreeRate } from "./plan-tax-rate.ts";
import { lockTaxRate, presentTaxRate } from "./tax-rows.ts";

/** Adds a rate. Throws VALIDATION_FAILED, ALREADY_EXISTS for the same area, class and start date, and LIMIT_REACHED. */
export const createTaxRate: Handler<typeof taxes.createTaxRate> = (ctx, { body }) => {
  const plan = planTaxRate(body);
  const id = newId();
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    await requireFreeRate(tx, id, plan);
    const count = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from shop.tax_rates where store_id = ${tx.storeId}`,
    );
    if ((count?.n ?? 0) >= maxTaxRates)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A store can have at most ${maxTaxRates} tax rates. Delete one first.`,
        { max: maxTaxRates },
      );
    await insertTaxRate(tx, id, plan);
    const made = presentTaxRate(await lockTaxRate(tx, id));
    await audit(tx, ctx, { action: "CREATE", entityType: "tax rate", entityId: id, after: made });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return made;
  });
};
