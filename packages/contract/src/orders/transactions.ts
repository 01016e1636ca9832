import { z } from "zod";
import { Id, Limit, listOf, LongText, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import {
  PaymentEnv,
  PaymentMethod,
  PaymentProvider,
  TransactionStatus,
  TransactionType,
} from "../enumerations.ts";
import { Amount, AmountInput, Currency } from "../money.ts";
import { PaymentIssue } from "./payments.ts";

export const Transaction = z
  .object({
    id: Id,
    orderId: Id,
    type: TransactionType,
    status: TransactionStatus,
    amount: Amount,
    currency: Currency,
    environment: PaymentEnv,
    provider: PaymentProvider.nullable().meta({
      description: "null if staff recorded the payment.",
    }),
    method: PaymentMethod.nullable().meta({
      description:
        "The method of a payment recorded by staff; null for payments through a provider.",
    }),
    paymentId: Id.nullable().meta({ description: "For a REFUND: the payment that it refunds." }),
    refundId: Id.nullable().meta({ description: "For a REFUND: the refund that it belongs to." }),
    refunded: Amount.meta({
      description:
        "The amount of a PAYMENT that was refunded or is being refunded; 0 for a REFUND.",
    }),
    fee: Amount.nullable().meta({
      description:
        "The provider's fee for a PAYMENT, in balanceCurrency; null if there is none, or until the provider reports it.",
    }),
    net: Amount.nullable().meta({
      description: "The amount that the provider credited, in balanceCurrency.",
    }),
    balanceCurrency: Currency.nullable(),
    payoutId: z.string().nullable().meta({
      description:
        "The id of the provider's payout that includes the transaction. PayPal reports none.",
    }),
    receivedOn: z.iso.date().nullable().meta({
      description: "The day on which a payment recorded by staff was received.",
    }),
    reference: z.string().nullable(),
    note: z.string().nullable(),
    details: z.array(PaymentIssue),
    createdAt: Time,
    version: z.int(),
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof Transaction>;

const staff = { allow: ["MANAGE_ORDERS"] } as const;
const byId = { by: "resource", kind: "transaction", in: "params", field: "id" } as const;
const params = z.object({ id: Id });
const Reference = Text(100);
const Note = LongText(1000);
const Day = z.iso
  .date()
  .max(10)
  .refine((day) => !day.startsWith("0000"), "Use a year other than 0000.");

/** The filters for a list of a store's transactions. A transaction must match all of them. */
const TransactionFilters = z.object({
  type: TransactionType.optional(),
  status: TransactionStatus.optional(),
  provider: PaymentProvider.optional(),
  environment: PaymentEnv.optional(),
  startDate: Time.optional().meta({ description: "Transactions started at or after this time." }),
  endDate: Time.optional().meta({ description: "Transactions started before this time." }),
});
export type TransactionFilters = z.infer<typeof TransactionFilters>;

/** Maximum number of transactions in one CSV file. A longer period must be exported in parts. */
export const maxExportedTransactions = 10_000;

const storeParams = z.object({ storeId: z.string().max(253) });
const ofStore = { by: "store", in: "params", field: "storeId" } as const;

export const transactions = {
  listStoreTransactions: endpoint({
    method: "GET",
    path: "/payment/transactions/store/{storeId}",
    summary: "Lists a store's payments and refunds, newest first.",
    access: staff,
    store: ofStore,
    params: storeParams,
    query: TransactionFilters.extend({
      page: Page,
      limit: Limit,
      after: z.string().max(200).optional().meta({
        description: "`next` of the previous page. If sent, `page` is ignored.",
      }),
    }),
    response: listOf(Transaction).extend({
      next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
    }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  exportTransactions: endpoint({
    method: "GET",
    path: "/payment/transactions/store/{storeId}/csv",
    summary:
      "Downloads payments and refunds as CSV. Takes the same filters as listStoreTransactions.",
    access: { ...staff, limit: 6 },
    store: ofStore,
    params: storeParams,
    query: TransactionFilters,
    file: "application/octet-stream",
    errors: ["NOT_FOUND", "LIMIT_REACHED", "RATE_LIMITED"],
    personal: true,
  }),
  listTransactions: endpoint({
    method: "GET",
    path: "/payment/transactions/order/{orderId}",
    summary: "Lists an order's payments and refunds, newest first.",
    access: staff,
    store: { by: "resource", kind: "order", in: "params", field: "orderId" },
    params: z.object({ orderId: Id }),
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Transaction),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  createTransaction: endpoint({
    method: "POST",
    path: "/payment/transactions",
    summary:
      "Records a payment made without a provider, such as a bank transfer. The order is paid once its payments reach the total. The order's key is then revoked, and the confirmation email contains a new link to the order.",
    access: staff,
    store: { by: "resource", kind: "order", in: "body", field: "orderId" },
    body: z.strictObject({
      orderId: Id,
      amount: AmountInput.optional().meta({ description: "If absent, the whole amount due." }),
      method: PaymentMethod,
      receivedOn: Day.optional().meta({
        description: "If absent, today in the store's time zone. Can't be in the future.",
      }),
      reference: Reference.optional(),
      note: Note.optional(),
    }),
    response: Transaction,
    status: 201,
    errors: [
      "NOT_FOUND",
      "ORDER_EXPIRED",
      "ORDER_ALREADY_PAID",
      "INVALID_TRANSITION",
      "AMOUNT_EXCEEDED",
      "PROVIDER_ERROR",
      "IDEMPOTENCY_KEY_REUSED",
    ],
    idempotent: true,
    personal: true,
  }),
  getTransaction: endpoint({
    method: "GET",
    path: "/payment/transactions/{id}",
    summary: "Returns a payment, or the part of a refund that is drawn from one payment.",
    access: staff,
    store: byId,
    params,
    response: Transaction,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  updateTransaction: endpoint({
    method: "PUT",
    path: "/payment/transactions/{id}",
    summary:
      "Changes the note and reference of a payment recorded by staff. Payments through a provider can't be changed.",
    access: staff,
    store: byId,
    params,
    body: z.strictObject({
      reference: Reference.nullable().optional(),
      note: Note.nullable().optional(),
    }),
    response: Transaction,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
    personal: true,
  }),
};
