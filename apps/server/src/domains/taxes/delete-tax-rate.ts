import type { taxes } from "@vetrina/contract/pricing/taxes";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockTaxRate, presentTaxRate } from "./tax-rows.ts";

/** Deletes a rate. Open carts are priced without it from then on; orders keep the tax they were placed with. */
export const deleteTaxRate: Handler<typeof taxes.deleteTaxRate> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = presentTaxRate(await lockTaxRate(tx, id));
    await requireFresh(tx, ctx, "tax rate", present.version, async () => present);
    await tx.run(sql`delete from shop.tax_rates where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "tax rate",
      entityId: id,
      before: present,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
  });
