import {
  type Context,
  contextOfWork,
  type Services,
  type Transaction,
} from "../../platform/context.ts";
import type { MailJob } from "../../platform/mail/compose.ts";
import type { MailFile } from "../../platform/mail/mailer.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import type { DocumentStore } from "../order-documents/document-content.ts";
import {
  type FullDocument,
  readCreditNote,
  readCreditNoteOfChange,
  readInvoice,
  readInvoiceOfChange,
} from "../order-documents/document-rows.ts";
import { readDocumentStore } from "../order-documents/document-store.ts";
import { drawIssued } from "../order-documents/draw.ts";
import { issueCreditNote } from "../order-documents/issue-credit-note.ts";
import { issueInvoice } from "../order-documents/issue-invoice.ts";

/** How long an email waits for a document that can't be drawn yet, for example because the server is busy. */
const longestWaitMs = 10 * 60_000;

type Of = Pick<MailJob<MailKind>, "storeId" | "createdAt">;

/** Attaches the order's invoice, and first issues it if the sweep hasn't yet. Test orders have no invoice. */
export function attachInvoice(services: Services, mail: Of, orderId: string): Promise<MailFile[]> {
  return attach(services, mail, async (tx, ctx, store) => {
    await issueInvoice(tx, ctx, orderId, store);
    return readInvoice(tx, orderId);
  });
}

/** Attaches the invoice of the last change that made the order more expensive, if there is one. */
export function attachInvoiceOfChange(
  services: Services,
  mail: Of,
  orderId: string,
): Promise<MailFile[]> {
  return attach(services, mail, async (tx, ctx, store) => {
    await issueInvoice(tx, ctx, orderId, store);
    return readInvoiceOfChange(tx, orderId);
  });
}

/**
 * Attaches the credit note for the last change that lowered the price, if a lost dispute had already returned all or
 * part of the difference.
 */
export function attachCreditNoteOfChange(
  services: Services,
  mail: Of,
  orderId: string,
): Promise<MailFile[]> {
  return attach(services, mail, async (tx, ctx, store) => {
    await issueInvoice(tx, ctx, orderId, store);
    return readCreditNoteOfChange(tx, orderId);
  });
}

/**
 * Attaches the credit note of a completed refund, and first issues it if the sweep hasn't yet. Test orders have no
 * credit notes.
 */
export function attachCreditNote(
  services: Services,
  mail: Of,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<MailFile[]> {
  return attach(services, mail, async (tx, ctx, store) => {
    await issueCreditNote(tx, ctx, refundId, store);
    return readCreditNote(tx, orderId, refundId);
  });
}

type Find = (
  tx: Transaction,
  ctx: Context,
  store: DocumentStore,
) => Promise<FullDocument | undefined>;

/**
 * Attaches the document that `find` returns. If it can't be drawn, the email is retried for up to `longestWaitMs`, then
 * sent without it.
 */
async function attach(
  services: Services,
  { storeId, createdAt }: Of,
  find: Find,
): Promise<MailFile[]> {
  const ctx = storeId === null ? null : await contextOfWork(services, storeId);
  const store = ctx === null ? null : await readDocumentStore(ctx);
  if (ctx === null || store === null) return [];
  const document = await ctx.tx((tx) => find(tx, ctx, store));
  if (document === undefined) return [];
  try {
    return [{ ...(await drawIssued(ctx, document)), type: "application/pdf" }];
  } catch (error) {
    if (services.now().getTime() - createdAt.getTime() < longestWaitMs) throw error;
    services.log.error(
      { storeId, document: document.id },
      "a mail is sent without its document, because the document could not be drawn",
    );
    return [];
  }
}
