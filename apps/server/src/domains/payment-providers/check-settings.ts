import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import {
  credentialNames,
  type PaymentWebhookState,
} from "@vetrina/contract/orders/payment-providers";
import { GatewayUnknown, type GatewayAccount } from "../../gateways/provider.ts";
import type { Context } from "../../platform/context.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { webhookUrlsOf } from "./webhook-urls.ts";

/** Converts the providers' own names for their environments, sandbox and production, to TEST and LIVE. */
export function environmentOf(spelled: "TEST" | "LIVE" | "SANDBOX" | "PRODUCTION"): PaymentEnv {
  return spelled === "TEST" || spelled === "SANDBOX" ? "TEST" : "LIVE";
}

/** The settings that each provider requires. `starts`: how a value must begin in TEST and in LIVE. */
const rules: Record<
  PaymentProvider,
  readonly { field: string; starts?: Record<PaymentEnv, RegExp>; advice: string }[]
> = {
  PAYPAL: [
    { field: "clientId", advice: "Enter the client id of your PayPal app." },
    { field: "credentials.clientSecret", advice: "Enter the secret of your PayPal app." },
  ],
  STRIPE: [
    {
      field: "clientId",
      starts: { TEST: /^pk_test_/, LIVE: /^pk_live_/ },
      advice: "Enter Stripe's publishable key, which begins with pk_test_ or, for LIVE, pk_live_.",
    },
    {
      field: "credentials.secretKey",
      starts: { TEST: /^[rs]k_test_/, LIVE: /^[rs]k_live_/ },
      advice: "Enter Stripe's secret key, which begins with sk_test_ or, for LIVE, sk_live_.",
    },
  ],
  MOLLIE: [
    {
      field: "credentials.apiKey",
      starts: { TEST: /^test_/, LIVE: /^live_/ },
      advice: "Enter Mollie's API key, which begins with test_ or, for LIVE, live_.",
    },
  ],
  OTHER: [],
};

/** The client id stored for a provider that has none. */
export const defaultClientId = "test";

/** Throws VALIDATION_FAILED for unknown, missing or malformed settings. Does not call the provider. */
export function requireCompleteSettings(account: GatewayAccount): void {
  const { provider, environment, credentials } = account;
  if (provider === "OTHER" && environment === "LIVE")
    throw invalidField("body.environment", "The test provider takes no real money. Choose TEST.");
  const known: readonly string[] = credentialNames[provider];
  for (const name of Object.keys(credentials))
    if (!known.includes(name))
      throw invalidField(
        `body.credentials.${name}`,
        known.length === 0
          ? "This provider uses no secrets. Remove this field."
          : `Unknown secret. Use ${known.join(" or ")}.`,
      );
  for (const { field, starts, advice } of rules[provider]) {
    const value = valueOf(account, field);
    if (
      value === undefined ||
      value === defaultClientId ||
      starts?.[environment].test(value) === false
    )
      throw invalidField(`body.${field}`, advice);
  }
}

/**
 * Checks with the provider that the settings work. Call it outside any transaction. Throws VALIDATION_FAILED with the
 * wrong fields, or PROVIDER_ERROR if the provider doesn't respond.
 */
export async function checkSettings(
  ctx: Context,
  account: GatewayAccount,
): Promise<PaymentWebhookState> {
  const { provider, environment } = account;
  const gateway = ctx.services.gateways.find(provider, environment, account);
  if (gateway === null)
    throw invalidField(
      "body.provider",
      "This server doesn't support this provider, or can't read its stored keys. Choose another, or enter the keys again.",
    );
  try {
    const { problems, webhook } = await gateway.check(webhookUrlsOf(ctx, provider));
    const details = problems.map(({ field, message }) => ({ path: `body.${field}`, message }));
    const [first] = details;
    if (first !== undefined)
      throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, details);
    return webhook;
  } catch (error) {
    if (!(error instanceof GatewayUnknown)) throw error;
    throw new ApiFailure(
      "PROVIDER_ERROR",
      `${gateway.name} didn't respond, so nothing was saved. Try again in a minute.`,
    );
  }
}

function valueOf({ clientId, credentials }: GatewayAccount, field: string): string | undefined {
  return field === "clientId" ? clientId : credentials[field.replace("credentials.", "")];
}
