import { composers } from "./composers.ts";
import { forgetBulkEdits, workBulkEdits } from "./domains/bulk-edits/jobs.ts";
import { notifySubscribers } from "./domains/customers/jobs.ts";
import { verifyDomains } from "./domains/custom-domains/jobs.ts";
import { clearFileJobs, workFileJobs } from "./domains/file-jobs/jobs.ts";
import { restem } from "./domains/languages/jobs.ts";
import { mailLowStock, settleStockChanges, publishLowStock } from "./domains/inventory/jobs.ts";
import { sweepMedia } from "./domains/media/jobs.ts";
import { endTestHolds, expireOrders, forgetUnpaidOrders } from "./domains/orders/jobs.ts";
import { reconcilePayments } from "./domains/payments/jobs.ts";
import { endDueSales } from "./domains/products/end-sales.ts";
import {
  settleCatalogueChanges,
  settleListCounts,
  publishDueProducts,
} from "./domains/products/jobs.ts";
import { forgetDeletedStores } from "./domains/stores/jobs.ts";
import { continueErasures } from "./domains/users/jobs.ts";
import type { Services } from "./platform/context.ts";
import { queryable, sql } from "./platform/database/sql.ts";
import { catalogueChanged } from "./platform/jobs/catalogue-changed.ts";
import { noteQueuedMails, sweepMails } from "./platform/jobs/mail-sweep.ts";
import { startWorker, type Worker } from "./platform/jobs/worker.ts";
import { fetchPictureFrom } from "./domains/catalogue-files/pictures/fetch-picture.ts";

/** All jobs that run without a request, with their intervals; several processes may run them side by side. */
export function startJobs(services: Services): Worker {
  const handlers = {
    "catalogue.changed": catalogueChanged,
    "language.moved": restem,
    "stock.low": mailLowStock,
  };
  const worker = startWorker(services, handlers, services.log);
  worker.every(300, "mails", (stopped) => sweepMails(services, composers, stopped));
  worker.every(30_000, "mails.count", () => noteQueuedMails(services));
  worker.every(5000, "orders.expire", (stopped) => expireOrders(services, 100, stopped));
  worker.every(5000, "orders.end-test-holds", (stopped) => endTestHolds(services, 100, stopped));
  worker.every(600_000, "orders.forget-unpaid", (stopped) =>
    forgetUnpaidOrders(services, 50, stopped),
  );
  worker.every(10_000, "payments.reconcile", (stopped) =>
    reconcilePayments(services, "30 seconds", 100, stopped),
  );
  worker.every(30_000, "domains.verify", (stopped) => verifyDomains(services, stopped));
  worker.every(500, "bulk-edits", (stopped) => workBulkEdits(services, stopped));
  worker.every(20_000, "subscribers.notify", (stopped) =>
    notifySubscribers(services, 500, stopped),
  );
  worker.every(1000, "stock-changes.settle", (stopped) =>
    settleStockChanges(services, 500, stopped),
  );
  worker.every(1000, "list-counts.settle", (stopped) => settleListCounts(services, 2000, stopped));
  worker.every(5000, "catalogue-changes.settle", (stopped) =>
    settleCatalogueChanges(services, 2000, stopped),
  );
  worker.every(1000, "sales.end", (stopped) => endDueSales(services, stopped));
  worker.every(30_000, "products.publish-due", (stopped) =>
    publishDueProducts(services, 200, stopped),
  );
  worker.every(60_000, "low-stock.publish", (stopped) => publishLowStock(services, 200, stopped));
  const fetchPicture = fetchPictureFrom(process.env);
  worker.every(1000, "file-jobs.work", (stopped) => workFileJobs(services, fetchPicture, stopped));
  worker.every(600_000, "file-jobs.clear", (stopped) => clearFileJobs(services, 100, stopped));
  worker.every(600_000, "media.sweep", (stopped) => sweepMedia(services, 200, stopped));
  worker.every(30_000, "bulk-edits.forget", (stopped) => forgetBulkEdits(services, 5000, stopped));
  worker.every(600_000, "stores.forget", (stopped) => forgetDeletedStores(services, 50, stopped));
  worker.every(5000, "accounts.erase", (stopped) => continueErasures(services, stopped));
  worker.every(600_000, "sweep-away", () =>
    queryable(services.database.worker).run(sql`select door.sweep_away()`),
  );
  worker.every(600_000, "sweep-mailed-tokens", () =>
    queryable(services.database.worker).run(sql`select door.sweep_mailed_tokens()`),
  );
  worker.every(600_000, "sweep-mails", () =>
    queryable(services.database.worker).run(sql`select door.sweep_mails()`),
  );
  worker.every(600_000, "sweep-contact-messages", () =>
    queryable(services.database.worker).run(sql`select door.sweep_contact_messages()`),
  );
  return worker;
}
