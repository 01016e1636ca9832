import { z } from "zod";
import { Id, Limit, listOf, LongText, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { PaymentEnv, PaymentProvider, TransactionStatus } from "../enumerations.ts";
import { Amount, AmountInput, Currency } from "../money.ts";
import { PaymentIssue } from "./payments.ts";

/** Units go back to this location; absent: to where they were sold from. */
const RestockLocation = Text(60);

/** An empty request refunds everything that is left. */
export const RefundRequest = z.strictObject({
  amount: AmountInput.optional().meta({
    description:
      "Alone: refunds this amount and no lines. With lines or shipping: replaces their sum, which it may not exceed.",
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
      description: "Units of lines, each with its share of the line's price, discount and tax.",
    }),
  shipping: z
    .union([z.literal(true), AmountInput])
    .optional()
    .meta({
      description:
        "true: all that is left of the shipping price; or an amount of it. Tax on it is included.",
    }),
  restock: z.boolean().optional().meta({
    description:
      "Whether the lines' units go back into stock once the refund is completed; a line may say otherwise.",
  }),
  paymentId: Id.optional().meta({
    description: "The payment to refund; absent: the order's payments, newest first.",
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
        "PENDING: a provider hasn't answered yet, and is asked again. FAILED: nothing was refunded.",
    }),
    amount: Amount,
    refunded: Amount.meta({
      description: "What was returned: less than amount if a provider declined a part of it.",
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
        tax: Amount.meta({ description: "Added tax in the amount." }),
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
            description: "null: the payment was recorded by staff, who return it by hand.",
          }),
          details: z.array(PaymentIssue),
        }),
      )
      .meta({ description: "The payments that it is drawn from, newest first." }),
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
        description: "Refunds of which a part is drawn from a payment with this provider.",
      }),
      environment: PaymentEnv.optional(),
      startDate: Time.optional().meta({ description: "Begun at or after this time." }),
      endDate: Time.optional().meta({ description: "Begun before this time." }),
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
      "Refunds an amount, units of lines, shipping, or everything that is left of an order's payments. Returns the refund in its latest known state.",
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
