import {
  type Context,
  contextOfWork,
  type Services,
  type Transaction,
} from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import type { DocumentStore } from "./document-content.ts";
import { readDocumentStore } from "./document-store.ts";
import { issueCreditNote } from "./issue-credit-note.ts";
import { issueInvoice } from "./issue-invoice.ts";

/** Issues the invoices that are due, beginning with the order that was paid first. */
export function issueInvoices(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return issueDue(services, issueInvoice, {
    name: "order-documents.issue-invoices",
    page: (after) => sql`select * from door.orders_to_invoice(${batch}, ${after.due}, ${after.id})`,
    stopped,
  });
}

/** Issues the credit notes that are due, beginning with the refund that was completed first. */
export function issueCreditNotes(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return issueDue(services, issueCreditNote, {
    name: "order-documents.issue-credit-notes",
    page: (after) => sql`select * from door.refunds_to_credit(${batch}, ${after.due}, ${after.id})`,
    stopped,
  });
}

/**
 * Removes addresses and notes, or only emails, from the content of erased documents, because an erasure only marks the
 * documents. Returns how many documents it cleared.
 */
export async function clearErasedDocuments(
  services: Services,
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  const clear = (of: (size: number) => Sql) => inBatches(services, batch, of, stopped);
  const documents = await clear((size) => sql`door.clear_erased_documents(${size})`);
  return documents + (await clear((size) => sql`door.clear_erased_emails(${size})`));
}

type Issue = (tx: Transaction, ctx: Context, id: string, store: DocumentStore) => Promise<boolean>;
type Sweep = {
  name: string;
  page: (after: { due: Sql; id: Sql }) => Sql;
  stopped: (() => boolean) | undefined;
};

function issueDue(services: Services, issue: Issue, { name, page, stopped }: Sweep) {
  return sweepDue(
    services,
    name,
    page,
    async ({ store_id: storeId, id }) => {
      const ctx = await contextOfWork(services, storeId);
      const store = ctx === null ? null : await readDocumentStore(ctx);
      return ctx !== null && store !== null && ctx.tx((tx) => issue(tx, ctx, id, store));
    },
    { stopped, concurrency: 1 },
  );
}
