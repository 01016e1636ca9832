import { z } from "zod";
import { Id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { OrderStatus, PaymentStatus } from "../enumerations.ts";
import { Amount, Currency } from "../money.ts";
import { Destination } from "../pricing/shipping.ts";
import { ProviderInput } from "./payment-providers.ts";

/** Why a payment or refund failed, in most cases as the provider describes it. */
export const PaymentIssue = z
  .object({
    issue: z.string().meta({ description: "E.g. INSTRUMENT_DECLINED." }),
    description: z.string(),
  })
  .meta({ id: "PaymentIssue" });
export type PaymentIssue = z.infer<typeof PaymentIssue>;

export const PaymentResult = z
  .object({
    orderId: Id,
    orderStatus: OrderStatus,
    status: PaymentStatus,
    reason: z
      .enum(["declined", "failed", "expired", "cancelled"])
      .nullable()
      .meta({ description: "Why the payment failed; null if it didn't." }),
    details: z.array(PaymentIssue),
    debug_id: z.string().nullable(),
    retryable: z.boolean().meta({
      description:
        "Whether payment can be tried again, which is possible only while the order holds its stock.",
    }),
  })
  .meta({ id: "PaymentResult" });
export type PaymentResult = z.infer<typeof PaymentResult>;

const ofOrder = { by: "resource", kind: "order", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });

export const payments = {
  createPaymentIntent: endpoint({
    method: "POST",
    path: "/orders/{id}/payment-intent",
    summary:
      "Starts a payment of the order's amount due with a payment provider, or continues the open one, and returns the provider's payment intent.",
    access: { allow: ["order-key", "customer"], limit: 60 },
    store: ofOrder,
    params: byId,
    example: { provider: "other" },
    body: z.strictObject({
      provider: ProviderInput,
      metadata: z
        .strictObject({
          orderId: z.string().max(64).optional(),
          provider: z.string().max(20).optional(),
          currency: z.string().max(3).optional(),
        })
        .optional(),
    }),
    response: z
      .object({
        id: z.string().meta({
          description: "The provider's payment id. Send it to process-payment as paymentIntentId.",
        }),
        provider: z.string().meta({ description: "The provider's name in lower case." }),
        status: PaymentStatus,
        amount: Amount,
        currency: Currency,
        clientSecret: z.string().nullable(),
        redirectUrl: z.string().nullable().meta({
          description:
            "The provider's own page where the shopper approves the payment; null if the provider has none.",
        }),
      })
      .meta({ id: "PaymentIntent" }),
    status: 201,
    errors: [
      "NOT_FOUND",
      "ORDER_EXPIRED",
      "ORDER_ALREADY_PAID",
      "INVALID_TRANSITION",
      "PAYMENT_FAILED",
      "PROVIDER_ERROR",
      "IDEMPOTENCY_KEY_REUSED",
      "RATE_LIMITED",
    ],
    idempotent: true,
    personal: true,
  }),
  updateExpressShipping: endpoint({
    method: "PUT",
    path: "/orders/{id}/express-shipping",
    summary:
      "Prices an express order for the address and method that its buyer chooses in the provider's wallet, which then shows the new amounts.",
    access: { allow: ["order-key", "customer"], limit: 60 },
    store: ofOrder,
    params: byId,
    example: {
      provider: "paypal",
      paymentIntentId: "5O190127TN364715T",
      destination: { country: "US", region: "TX", postalCode: "78701" },
    },
    body: z.strictObject({
      provider: ProviderInput,
      paymentIntentId: z.string().min(1).max(255),
      destination: Destination,
      shippingRateId: Id.optional(),
    }),
    response: z
      .object({
        currency: Currency,
        subtotal: Amount,
        discount: Amount,
        shipping: Amount,
        tax: Amount,
        total: Amount,
        method: Id,
        methods: z.array(z.object({ id: Id, name: z.string(), price: Amount })),
      })
      .meta({ id: "ExpressShipping" }),
    errors: [
      "NOT_FOUND",
      "ORDER_EXPIRED",
      "ORDER_ALREADY_PAID",
      "INVALID_TRANSITION",
      "SHIPPING_UNAVAILABLE",
      "PROVIDER_ERROR",
      "RATE_LIMITED",
    ],
    personal: true,
  }),
  processPayment: endpoint({
    method: "POST",
    path: "/orders/{id}/process-payment",
    summary:
      "Captures an approved payment. PENDING means that the payment has no result yet: poll payment-status.",
    access: { allow: ["order-key", "customer"], limit: 60 },
    store: ofOrder,
    params: byId,
    example: { provider: "other", paymentIntentId: "test_0198c5a0" },
    body: z.strictObject({ provider: ProviderInput, paymentIntentId: z.string().min(1).max(255) }),
    response: PaymentResult,
    errors: [
      "NOT_FOUND",
      "ORDER_EXPIRED",
      "INVALID_TRANSITION",
      "TOTAL_CHANGED",
      "SHIPPING_UNAVAILABLE",
      "PROVIDER_ERROR",
      "IDEMPOTENCY_KEY_REUSED",
      "RATE_LIMITED",
    ],
    idempotent: true,
    personal: true,
  }),
  getPaymentStatus: endpoint({
    method: "GET",
    path: "/orders/{id}/payment-status",
    summary: "Returns the status of the order's payment.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"] },
    store: ofOrder,
    params: byId,
    response: PaymentResult,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  getTestPayment: endpoint({
    method: "GET",
    path: "/payment/test/{id}",
    summary:
      "Returns the amount and state of a test payment, for the test provider's payment window. Only in the TEST environment.",
    access: { allow: ["public"], limit: 120 },
    store: { by: "none" },
    params: z.object({ id: z.string().max(100) }),
    response: z.object({ id: z.string(), amount: Amount, currency: Currency, state: z.string() }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  decideTestPayment: endpoint({
    method: "POST",
    path: "/payment/test/{id}/decision",
    summary:
      "Submits the shopper's choice in the test provider's window. Only in the TEST environment.",
    access: { allow: ["public"], limit: 120 },
    store: { by: "none" },
    params: z.object({ id: z.string().max(100) }),
    body: z.strictObject({ decision: z.enum(["approve", "decline", "fail", "timeout", "cancel"]) }),
    response: z.object({ id: z.string(), state: z.string() }),
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "RATE_LIMITED"],
    personal: true,
  }),
};
