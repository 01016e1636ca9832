import type { TaxRateInput, taxes } from "@vetrina/contract/pricing/taxes";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { planTaxRate, requireFreeRate } from "./plan-tax-rate.ts";
import { lockTaxRate, presentTaxRate } from "./tax-rows.ts";

/** Changes the fields sent. Throws the same errors as createTaxRate, and EDIT_CONFLICT. */
export const updateTaxRate: Handler<typeof taxes.updateTaxRate> = (ctx, { id, body }) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = presentTaxRate(await lockTaxRate(tx, id));
    await requireFresh(tx, ctx, "tax rate", present.version, async () => present);
    const { id: _id, storeId: _s, version: _v, createdAt: _c, updatedAt: _u, ...fields } = present;
    const sent = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    );
    const plan = planTaxRate({ ...fields, ...sent } satisfies TaxRateInput);
    await requireFreeRate(tx, id, plan);
    await tx.run(sql`
      update shop.tax_rates set name = ${plan.name}, country = ${plan.country}, region = ${plan.region}, region_key = ${plan.regionKey},
        postal_from = ${plan.postalFrom}, postal_to = ${plan.postalTo}, tax_class = ${plan.taxClass},
        basis_points = ${plan.basisPoints}, starts_on = ${plan.startsOn}::date, version = version + 1,
        updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    const next = presentTaxRate(await lockTaxRate(tx, id));
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "tax rate",
      entityId: id,
      before: present,
      after: next,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return next;
  });
