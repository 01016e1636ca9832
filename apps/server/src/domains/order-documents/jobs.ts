import { contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { readInvoiceStore } from "./invoice-store.ts";

/** Issues the invoices of paid orders, about in the order in which they were paid. */
export function issueInvoices(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "order-documents.issue-invoices",
    (after) => sql`select * from door.orders_to_invoice(${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const ctx = await contextOfWork(services, store_id);
      const store = ctx === null ? null : await readInvoiceStore(ctx);
      return ctx !== null && store !== null && ctx.tx((tx) => issueInvoice(tx, ctx, id, store));
    },
    stopped,
  );
}
