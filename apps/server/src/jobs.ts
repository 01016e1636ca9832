import { composers } from "./composers.ts";
import { forgetBulkEdits, processBulkEdits } from "./domains/bulk-edits/jobs.ts";
import { notifySubscribers } from "./domains/customers/jobs.ts";
import { verifyDomains } from "./domains/custom-domains/jobs.ts";
import { makeDiscountCodes } from "./domains/discounts/jobs.ts";
import { findUnsettledDisputes, settleOpenDisputes } from "./domains/disputes/jobs.ts";
import { clearFileJobs, fileJobs } from "./domains/file-jobs/jobs.ts";
import { restem } from "./domains/languages/jobs.ts";
import { rankMoreLevels } from "./domains/inventory/rank-levels.ts";
import { mailLowStock, settleStockChanges, publishLowStock } from "./domains/inventory/jobs.ts";
import { sweepMedia } from "./domains/media/jobs.ts";
import {
  clearErasedDocuments,
  issueCreditNotes,
  issueInvoices,
} from "./domains/order-documents/jobs.ts";
import { endPayLinks } from "./domains/draft-orders/end-pay-links.ts";
import { endDraftHolds, forgetDraftOrders } from "./domains/draft-orders/jobs.ts";
import {
  endTestHolds,
  expireChanges,
  expireOrders,
  forgetUnpaidOrders,
} from "./domains/orders/jobs.ts";
import { refundSurplus } from "./domains/orders/refund-surplus.ts";
import { settleLatePayments } from "./domains/orders/settle-late-payment.ts";
import { findUnsettledPayments, reconcilePayments } from "./domains/payments/jobs.ts";
import { completeOrders } from "./domains/shipments/jobs.ts";
import { findDueReconciliations, reconcileAccounts } from "./domains/reconciliation/jobs.ts";
import { findUnsettledRefunds, settleRefunds } from "./domains/refunds/jobs.ts";
import { endDueSales } from "./domains/products/end-sales.ts";
import {
  settleCatalogueChanges,
  settleListCounts,
  publishDueProducts,
} from "./domains/products/jobs.ts";
import { forgetDeletedStores } from "./domains/stores/jobs.ts";
import { continueErasures } from "./domains/users/jobs.ts";
import { forgetWebhookEvents, processWebhooks } from "./domains/webhooks/jobs.ts";
import type { Services } from "./platform/context.ts";
import { queryable, sql } from "./platform/database/sql.ts";
import { catalogueChanged } from "./platform/jobs/catalogue-changed.ts";
import type { AnyJob } from "./platform/jobs/define-job.ts";
import { defineSweep } from "./platform/jobs/define-sweep.ts";
import { mailJobs } from "./platform/mail/send-mail.ts";
import { startWorker, type Worker } from "./platform/jobs/worker.ts";
import { fetchPictureFrom } from "./domains/catalogue-files/pictures/fetch-picture.ts";

/**
 * Starts the worker that runs all jobs. Several processes may do so; only one at a time runs a given job
 * (claim-jobs.ts).
 */
export function startJobs(services: Services): Worker {
  return startWorker(services, createJobs());
}

/** Lists every job. The number after a sweep's name is its interval in seconds. */
export function createJobs(fetchPicture = fetchPictureFrom(process.env)): AnyJob[] {
  return [
    catalogueChanged,
    restem,
    mailLowStock,
    rankMoreLevels,
    ...mailJobs(composers),
    fileJobs(fetchPicture),
    processBulkEdits,
    makeDiscountCodes,
    verifyDomains,
    reconcilePayments,
    settleRefunds,
    settleOpenDisputes,
    processWebhooks,
    reconcileAccounts,
    settleLatePayments,
    refundSurplus,
    endPayLinks,
    defineSweep("orders.expire", 5, (services, stopped) => expireOrders(services, 100, stopped)),
    defineSweep("orders.expire-changes", 20, (services, stopped) =>
      expireChanges(services, 100, stopped),
    ),
    defineSweep("orders.end-test-holds", 5, (services, stopped) =>
      endTestHolds(services, 100, stopped),
    ),
    defineSweep("draft-orders.end-holds", 5, (services, stopped) =>
      endDraftHolds(services, 100, stopped),
    ),
    defineSweep("draft-orders.forget", 600, (services, stopped) =>
      forgetDraftOrders(services, 100, stopped),
    ),
    defineSweep("orders.forget-unpaid", 600, (services, stopped) =>
      forgetUnpaidOrders(services, 50, stopped),
    ),
    defineSweep("order-documents.issue-invoices", 20, (services, stopped) =>
      issueInvoices(services, 100, stopped),
    ),
    defineSweep("order-documents.issue-credit-notes", 20, (services, stopped) =>
      issueCreditNotes(services, 100, stopped),
    ),
    defineSweep("order-documents.clear-erased", 60, (services, stopped) =>
      clearErasedDocuments(services, 100, stopped),
    ),
    defineSweep("orders.complete", 600, (services, stopped) =>
      completeOrders(services, 100, stopped),
    ),
    defineSweep("payments.find-unsettled", 10, (services, stopped) =>
      findUnsettledPayments(services, "30 seconds", 100, stopped),
    ),
    defineSweep("refunds.find-unsettled", 10, (services, stopped) =>
      findUnsettledRefunds(services, "30 seconds", 100, stopped),
    ),
    defineSweep("disputes.find-unsettled", 300, (services, stopped) =>
      findUnsettledDisputes(services, 100, stopped),
    ),
    defineSweep("reconciliation.find-due", 300, (services, stopped) =>
      findDueReconciliations(services, 100, stopped),
    ),
    defineSweep("subscribers.notify", 20, (services, stopped) =>
      notifySubscribers(services, 500, stopped),
    ),
    defineSweep("stock-changes.settle", 1, (services, stopped) =>
      settleStockChanges(services, 200, stopped),
    ),
    defineSweep("list-counts.settle", 5, (services, stopped) =>
      settleListCounts(services, 2000, stopped),
    ),
    defineSweep("catalogue-changes.settle", 5, (services, stopped) =>
      settleCatalogueChanges(services, 2000, stopped),
    ),
    defineSweep("sales.end", 5, endDueSales),
    defineSweep("products.publish-due", 30, (services, stopped) =>
      publishDueProducts(services, 200, stopped),
    ),
    defineSweep("low-stock.publish", 60, (services, stopped) =>
      publishLowStock(services, 200, stopped),
    ),
    defineSweep("file-jobs.clear", 600, (services, stopped) =>
      clearFileJobs(services, 100, stopped),
    ),
    defineSweep("media.sweep", 600, (services, stopped) => sweepMedia(services, 200, stopped)),
    defineSweep("bulk-edits.forget", 30, (services, stopped) =>
      forgetBulkEdits(services, 5000, stopped),
    ),
    defineSweep("stores.forget", 600, (services, stopped) =>
      forgetDeletedStores(services, 50, stopped),
    ),
    defineSweep("accounts.erase", 5, continueErasures),
    defineSweep("sweep-away", 600, ({ database }) =>
      queryable(database.worker).run(sql`select door.sweep_away()`),
    ),
    defineSweep("sweep-mailed-tokens", 600, ({ database }) =>
      queryable(database.worker).run(sql`select door.sweep_mailed_tokens()`),
    ),
    defineSweep("sweep-mails", 600, ({ database }) =>
      queryable(database.worker).run(sql`select door.sweep_mails()`),
    ),
    defineSweep("webhooks.forget", 600, (services, stopped) =>
      forgetWebhookEvents(services, 1000, stopped),
    ),
    defineSweep("sweep-contact-messages", 600, ({ database }) =>
      queryable(database.worker).run(sql`select door.sweep_contact_messages()`),
    ),
  ];
}
