import { z } from "zod";
import { Id, Limit, listOf, LongText, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { PaymentEnv, PaymentProvider, TransactionStatus } from "../enumerations.ts";
import { Amount, AmountInput, Currency } from "../money.ts";
import { PaymentIssue } from "./payments.ts";

/** The location that the units return to. Default: the location they were sold from. */
const RestockLocation = Text(60);

/** The parts of an order to refund. An empty request refunds everything that is left. */
export const RefundRequest = z.strictObject({
  amount: AmountInput.optional().meta({
    description:
      "The amount to refund. If `lines` or `shipping` is sent too, this amount is refunded instead of their sum, and can't exceed it. If neither is sent, the refund doesn't belong to any line.",
  }),
  lines: z
    .array(
      z.strictObject({
        itemId: Id,
        quantity: z.int().min(1).max(1_000_000),
        restock: z.boolean().optional(),
        location: RestockLocation.optional(),
      }),
    )
    .min(1)
    .max(100)
    .optional()
    .meta({
      description:
        "The lines and numbers of units to refund. Each unit is refunded with its share of the line's price, discount and tax. Units in a pending shipment can't be refunded. Until the order is fully paid, only an amount can be refunded.",
    }),
  shipping: z
    .union([z.literal(true), AmountInput])
    .optional()
    .meta({
      description:
        "The part of the shipping price to refund, with its tax: an amount, or true for all that is left.",
    }),
  restock: z.boolean().optional().meta({
    description:
      "Whether the lines' units return to stock once the refund is completed. A line's own `restock` takes precedence.",
  }),
  paymentId: Id.optional().meta({
    description:
      "The payment to refund. If absent, the order's payments are refunded, newest first.",
  }),
  reason: Text(200).optional(),
  note: LongText(1000).optional(),
  notify: z.boolean().optional().meta({
    description: "Whether the buyer gets an email once the refund is completed; true if absent.",
  }),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

export const Refund = z
  .object({
    id: Id,
    orderId: Id,
    status: TransactionStatus.meta({
      description:
        "PENDING: a provider hasn't answered yet and will be asked again. FAILED: nothing was refunded.",
    }),
    amount: Amount,
    refunded: Amount.meta({
      description:
        "The amount returned; 0 until the refund is COMPLETED. Less than `amount` if a provider declined a part of the refund.",
    }),
    shipping: Amount.meta({ description: "The part of the amount that is for shipping." }),
    shippingTax: Amount,
    currency: Currency,
    reason: z.string().nullable(),
    note: z.string().nullable(),
    lines: z.array(
      z.object({
        itemId: Id,
        quantity: z.int(),
        amount: Amount,
        tax: Amount.meta({ description: "How much of the amount is added tax." }),
        taxIncluded: Amount,
        restock: z.boolean(),
        location: z.string().nullable(),
      }),
    ),
    transactions: z
      .array(
        z.object({
          id: Id,
          paymentId: Id,
          amount: Amount,
          status: TransactionStatus,
          provider: PaymentProvider.nullable().meta({
            description:
              "null if staff recorded the payment. Staff must return its money themselves.",
          }),
          details: z.array(PaymentIssue),
        }),
      )
      .meta({ description: "The payments that the refund is drawn from, newest first." }),
    createdAt: Time,
    completedAt: Time.nullable(),
  })
  .meta({ id: "Refund" });
export type Refund = z.infer<typeof Refund>;

const refund = {
  access: { allow: ["MANAGE_ORDERS"] },
  response: Refund,
  status: 201,
  errors: [
    "NOT_FOUND",
    "INVALID_TRANSITION",
    "AMOUNT_EXCEEDED",
    "ORDER_NOT_PAID",
    "PROVIDER_ERROR",
    "EDIT_CONFLICT",
    "IDEMPOTENCY_KEY_REUSED",
  ],
  idempotent: true,
  personal: true,
} as const;

export const refunds = {
  listStoreRefunds: endpoint({
    method: "GET",
    path: "/payment/refunds/store/{storeId}",
    summary:
      "Lists a store's refunds with their lines and the payments they are drawn from, newest first.",
    access: refund.access,
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({
      status: TransactionStatus.optional(),
      provider: PaymentProvider.optional().meta({
        description: "Only refunds drawn, at least partly, from a payment with this provider.",
      }),
      environment: PaymentEnv.optional(),
      startDate: Time.optional().meta({ description: "Refunds started at or after this time." }),
      endDate: Time.optional().meta({ description: "Refunds started before this time." }),
      page: Page,
      limit: Limit,
      after: z.string().max(200).optional().meta({
        description: "`next` of the previous page. If sent, `page` is ignored.",
      }),
    }),
    response: listOf(Refund).extend({
      next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
    }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  refundOrder: endpoint({
    ...refund,
    method: "POST",
    path: "/orders/{id}/refund",
    summary:
      "Refunds an order: an amount, units of lines, the shipping price, or everything that is left. Returns the refund with its latest known status. Fails if the version of the order sent in If-Match is outdated, for example because units have been shipped since.",
    store: { by: "resource", kind: "order", in: "params", field: "id" },
    params: z.object({ id: Id }),
    example: { amount: 20, reason: "A button was missing" },
    body: RefundRequest,
  }),
  createRefund: endpoint({
    ...refund,
    method: "POST",
    path: "/payment/refunds",
    summary: "Refunds an order like POST /orders/{id}/refund, with the order's id in the body.",
    store: { by: "resource", kind: "order", in: "body", field: "orderId" },
    example: {
      orderId: "0198c5a0-0000-7000-8000-000000000001",
      amount: 20,
      reason: "A button was missing",
    },
    body: RefundRequest.extend({ orderId: Id }),
  }),
};
