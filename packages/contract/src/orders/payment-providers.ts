import { z } from "zod";
import { Dictionary, Flag, Id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { PaymentEnv, PaymentProvider } from "../enumerations.ts";
import { notProven, Proof } from "../people/users.ts";

/** A provider in either spelling ("paypal", "PAYPAL"). It is stored and listed in upper case. */
export const ProviderInput = z.string().max(20).toUpperCase().pipe(PaymentProvider);

/** The names of the secrets that each provider can have. */
export const credentialNames = {
  PAYPAL: ["clientSecret", "webhookId"],
  STRIPE: ["secretKey", "signingSecret"],
  MOLLIE: ["apiKey", "accessToken"],
  OTHER: [],
} as const satisfies Record<PaymentProvider, readonly string[]>;

/** Whether the provider sends its webhook events to this server. */
export const PaymentWebhookState = z.enum(["REGISTERED", "MISSING", "NOT_NEEDED", "UNKNOWN"]);
export type PaymentWebhookState = z.infer<typeof PaymentWebhookState>;

const PaymentProviderShown = z.object({
  id: Id,
  provider: PaymentProvider,
  name: z.string().meta({ description: "The name for display, such as 'Test payment'." }),
  environment: PaymentEnv,
  clientId: z.string().meta({
    description:
      "PayPal's client id, Stripe's publishable key, Mollie's profile id; 'test' if none was set.",
  }),
});

const settings = {
  isActive: z.boolean().meta({
    description:
      "Whether shoppers can pay with the provider while the store is in the provider's environment.",
  }),
  credentialNames: z
    .array(z.string())
    .meta({ description: "The names of the secrets that are set. No call returns their values." }),
  webhook: z.object({
    url: z.string().nullable().meta({
      description: "The address to register at the provider; null if there is nothing to register.",
    }),
    state: PaymentWebhookState.meta({
      description: "The webhook's state when the settings were last checked.",
    }),
    message: z
      .string()
      .meta({ description: "The setup steps that remain; empty if there are none." }),
  }),
  hasApplePayDomainFile: z.boolean(),
  version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
};

export const PaymentProviderSettings = PaymentProviderShown.extend(settings).meta({
  id: "PaymentProviderSettings",
});
export type PaymentProviderSettings = z.infer<typeof PaymentProviderSettings>;

const Environment = z
  .string()
  .max(20)
  .toUpperCase()
  .pipe(
    z.enum(["TEST", "LIVE", "SANDBOX", "PRODUCTION"], {
      error: "Payment environment must be production or sandbox.",
    }),
  );

const input = {
  isActive: z.boolean(),
  clientId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(
      /^[\w-]+$/,
      "Copy the value from the provider. It contains only letters, digits, - and _.",
    )
    .meta({
      description: "PayPal's client id, Stripe's publishable key or Mollie's profile id.",
    }),
  credentials: Dictionary(z.string().max(60), z.string().trim().min(1).max(500), 5).meta({
    description:
      "PayPal: clientSecret, webhookId. Stripe: secretKey, signingSecret. Mollie: apiKey, and accessToken to reconcile fees and payouts. Stored encrypted and never returned. Secrets that are not sent are kept.",
  }),
  applePayDomainFile: z
    .string()
    .min(1)
    .max(20_000)
    .regex(
      /^[\x20-\x7E\r\n]*$/,
      "Paste the provider's file unchanged. It contains only ASCII characters.",
    )
    .nullable()
    .meta({
      description:
        "The provider's verification file for Apple Pay. It is served at the store's hosts.",
    }),
};

const inStore = z.object({ storeId: z.string().max(253) });
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = z.object({ id: Id });
const ofProvider = {
  by: "resource",
  kind: "payment provider",
  in: "params",
  field: "id",
} as const;

export const paymentProviders = {
  listPaymentProviders: endpoint({
    method: "GET",
    path: "/payment/providers/store/{storeId}",
    summary:
      "Lists the active payment providers: name, environment and client id. With MANAGE_SETTINGS and all=true, also lists inactive ones and those of the other environment, with their settings but without secrets.",
    access: { allow: ["public"], more: "MANAGE_SETTINGS" },
    store: ofStore,
    params: inStore,
    query: z.object({ all: Flag.default(false) }),
    response: z.object({
      items: z.array(
        PaymentProviderShown.extend({
          scriptUrl: z.string().nullable().optional().meta({
            description:
              "The URL of the payment script, if a local stand-in replaces the provider in TEST. null: load the provider's own script. Absent with all=true.",
          }),
          ...z.object(settings).partial().shape,
        }),
      ),
    }),
    errors: ["NOT_FOUND"],
  }),
  createClientToken: endpoint({
    method: "POST",
    path: "/payment/providers/store/{storeId}/client-token",
    summary:
      "Returns the token with which a page shows an active provider's hosted fields. Only PayPal requires one.",
    access: { allow: ["public"], limit: 30 },
    store: ofStore,
    params: inStore,
    example: { provider: "paypal" },
    body: z.strictObject({ provider: ProviderInput }),
    response: z.object({ clientToken: z.string() }),
    errors: ["NOT_FOUND", "PROVIDER_ERROR", "RATE_LIMITED"],
    personal: true,
  }),
  createPaymentProvider: endpoint({
    method: "POST",
    path: "/payment/providers/store/{storeId}",
    summary:
      "Adds a payment provider in one environment. The keys are first checked with the provider; if one is wrong, the call fails with 400 and names its field. The response says which webhook to register. May require currentPassword.",
    access: { allow: ["owner"], limit: 20 },
    store: ofStore,
    params: inStore,
    body: z.strictObject({
      provider: ProviderInput,
      environment: Environment.meta({
        description:
          "TEST or LIVE. The values sandbox and production are accepted too, in upper or lower case.",
      }),
      isActive: input.isActive.default(true),
      clientId: input.clientId.default("test"),
      credentials: input.credentials.default({}),
      applePayDomainFile: input.applePayDomainFile.default(null),
      ...Proof.shape,
    }),
    response: PaymentProviderSettings,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "PROVIDER_ERROR", ...notProven],
  }),
  getPaymentProvider: endpoint({
    method: "GET",
    path: "/payment/providers/{id}",
    summary: "Returns a payment provider with its settings but no secrets.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofProvider,
    params: byId,
    response: PaymentProviderSettings,
    errors: ["NOT_FOUND"],
  }),
  updatePaymentProvider: endpoint({
    method: "PUT",
    path: "/payment/providers/{id}",
    summary:
      "Updates a payment provider. Fields that aren't sent don't change. Checks again that the keys work and the webhook is registered, unless the call deactivates the provider without sending keys. While payments, refunds or disputes with the current account are open, keys of another account fail with OPEN_ORDERS. May require currentPassword if keys or the Apple Pay domain file are sent, or the provider is activated.",
    access: { allow: ["owner"], limit: 20 },
    store: ofProvider,
    params: byId,
    body: z.strictObject({ ...z.strictObject(input).partial().shape, ...Proof.shape }),
    response: PaymentProviderSettings,
    errors: ["NOT_FOUND", "EDIT_CONFLICT", "OPEN_ORDERS", "PROVIDER_ERROR", ...notProven],
  }),
  deletePaymentProvider: endpoint({
    method: "DELETE",
    path: "/payment/providers/{id}",
    summary:
      "Deletes a payment provider with its secrets. A provider with open payments, refunds or disputes can only be deactivated. After the deletion, payments captured through the provider can't be refunded through it, because its keys are gone.",
    access: { allow: ["owner"] },
    store: ofProvider,
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT", "OPEN_ORDERS"],
  }),
};
