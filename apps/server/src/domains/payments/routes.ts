import type { payments } from "@vetrina/contract/orders/payments";
import type { transactions } from "@vetrina/contract/orders/transactions";
import type { Routes } from "../../platform/http/routes.ts";
import { createPaymentIntent } from "./create-payment-intent.ts";
import { createTransaction } from "./transactions/create-transaction.ts";
import { decideTestPayment } from "./decide-test-payment.ts";
import { exportTransactions } from "./transactions/export-transactions.ts";
import { getPaymentStatus } from "./get-payment-status.ts";
import { getTestPayment } from "./get-test-payment.ts";
import { getTransaction } from "./transactions/get-transaction.ts";
import { listStoreTransactions } from "./transactions/list-store-transactions.ts";
import { listTransactions } from "./transactions/list-transactions.ts";
import { processPayment } from "./process-payment.ts";
import { updateExpressShipping } from "./express/update-express-shipping.ts";
import { updateTransaction } from "./transactions/update-transaction.ts";

export const paymentsRoutes = {
  createPaymentIntent,
  updateExpressShipping,
  processPayment,
  getPaymentStatus,
  getTestPayment,
  decideTestPayment,
} satisfies Routes<typeof payments>;

export const transactionsRoutes = {
  listStoreTransactions,
  exportTransactions,
  listTransactions,
  createTransaction,
  getTransaction,
  updateTransaction,
} satisfies Routes<typeof transactions>;
