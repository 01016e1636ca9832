import { z } from "zod";
import { Id, Limit, listOf, Page, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { PaymentEnv, PaymentProvider, WebhookStatus } from "../enumerations.ts";

export const WebhookEntry = z
  .object({
    id: Id,
    storeId: Id,
    origin: z.enum(["SYSTEM", "MANUAL"]).meta({
      description:
        "SYSTEM: delivered by the provider and verified. MANUAL: added by a caller of this API.",
    }),
    provider: PaymentProvider,
    environment: PaymentEnv.nullable(),
    eventId: z.string().meta({ description: "The provider's id for the event." }),
    type: z.string().meta({
      description: "The provider's name for the type, such as PAYMENT.CAPTURE.COMPLETED.",
    }),
    status: WebhookStatus.meta({
      description:
        "RECEIVED: waiting to be processed. PROCESSED: the server has asked the provider for the payment's current state. FAILED: the server gave up; `error` says why.",
    }),
    error: z.string().nullable(),
    orderId: Id.nullable(),
    paymentId: Id.nullable(),
    deliveries: z.int().meta({ description: "Number of times the provider delivered the event." }),
    attempts: z
      .int()
      .meta({ description: "Number of times the server asked the provider about the event." }),
    receivedAt: Time,
    processedAt: Time.nullable(),
  })
  .meta({ id: "WebhookEntry" });
export type WebhookEntry = z.infer<typeof WebhookEntry>;

const storeId = z.string().max(253).optional().meta({
  description:
    "Store id, slug or domain. If absent, the store of the host that the request was sent to.",
});

export const webhookLog = {
  createWebhookEntry: endpoint({
    method: "POST",
    path: "/logging/webhook",
    summary:
      "Adds an entry to the store's webhook log, marked MANUAL. It is only a record: it is never processed and changes no payment.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    body: z.strictObject({
      storeId,
      provider: z.string().max(20).toUpperCase().pipe(PaymentProvider),
      eventId: z
        .string()
        .max(100)
        .regex(/^[\w-]+$/, "Use letters, digits, - and _."),
      type: z
        .string()
        .max(100)
        .regex(/^[\w.]+$/, "Use letters, digits, . and _."),
      status: WebhookStatus.default("RECEIVED"),
      orderId: Id.optional(),
    }),
    response: WebhookEntry,
    status: 201,
    errors: ["NOT_FOUND"],
  }),
  listWebhookEntries: endpoint({
    method: "GET",
    path: "/logging/webhook",
    summary:
      "Lists the entries of the store's webhook log, newest first: the events that payment providers delivered, and entries marked MANUAL. Entries are kept for 90 days.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: { by: "store", in: "query", field: "storeId", orHost: true },
    query: z.object({
      storeId,
      startDate: Time.optional().meta({ description: "Entries at or after this time." }),
      endDate: Time.optional().meta({ description: "Entries before this time." }),
      entityType: z.string().max(60).optional().meta({
        description: "The type of the entity that entityId identifies: order or payment.",
      }),
      entityId: Id.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(WebhookEntry),
    errors: ["NOT_FOUND"],
  }),
  replayWebhook: endpoint({
    method: "POST",
    path: "/logging/webhook/{id}/replay",
    summary:
      "Processes a delivered event again by asking the provider for the payment's current state. Manual entries can't be processed.",
    access: { allow: ["MANAGE_SETTINGS"], limit: 60 },
    store: { by: "resource", kind: "webhook event", in: "params", field: "id" },
    params: z.object({ id: Id }),
    response: WebhookEntry,
    status: 202,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "RATE_LIMITED"],
  }),
};
