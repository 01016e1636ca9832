import { registerWebhook } from "@vetrina/payment-standins/register-webhook";
import { readAccount } from "@vetrina/server/domains/payment-providers/account";
import { checkSettings } from "@vetrina/server/domains/payment-providers/check-settings";
import { createPaymentProvider } from "@vetrina/server/domains/payment-providers/create-payment-provider";
import { updatePaymentProvider } from "@vetrina/server/domains/payment-providers/update-payment-provider";
import { webhookUrlOf } from "@vetrina/server/domains/payment-providers/webhook-urls";
import type { Context } from "@vetrina/server/platform/context";
import { sql } from "@vetrina/server/platform/database/sql";
import { ApiFailure } from "@vetrina/server/platform/errors";

/** Credentials that the stand-ins accept. The real providers reject them. */
const accountsOf = (slug: string) =>
  [
    {
      provider: "STRIPE",
      clientId: `pk_test_${slug}`,
      credentials: { secretKey: `sk_test_${slug}` },
    },
    { provider: "PAYPAL", clientId: slug, credentials: { clientSecret: `secret-of-${slug}` } },
    {
      provider: "MOLLIE",
      clientId: "test",
      credentials: { apiKey: `test_${slug.padEnd(32, "0")}` },
    },
  ] as const;
type Account = ReturnType<typeof accountsOf>[number];

type Present = { id: string; provider: string; client_id: string };

/**
 * Adds the providers that the store lacks, with accounts at the stand-ins, and registers the store's webhook URL. Keeps
 * payment accounts that an owner has added.
 */
export async function seedPayments(ctx: Context, slug: string): Promise<void> {
  const present = await ctx.tx((tx) =>
    tx.rows<Present>(
      sql`select id, provider, client_id from shop.payment_providers where store_id = ${tx.storeId} and environment = 'TEST'`,
    ),
  );
  for (const account of accountsOf(slug)) {
    const known = present.find(({ provider }) => provider === account.provider);
    if (known === undefined) await addProvider(ctx, account);
    else if (known.client_id === account.clientId) await checkProvider(ctx, known.id, account);
  }
}

async function addProvider(ctx: Context, account: Account): Promise<void> {
  const credentials = { ...account.credentials, ...(await register(ctx, account)) };
  await createPaymentProvider(ctx, {
    storeId: ctx.store.id,
    body: {
      provider: account.provider,
      clientId: account.clientId,
      credentials,
      environment: "TEST",
      isActive: true,
      applePayDomainFile: null,
    },
  });
}

/** Registers the store's webhook URL again if its port has changed or a stand-in has lost its data. */
async function checkProvider(ctx: Context, id: string, account: Account): Promise<void> {
  if (!(await lacksWebhook(ctx, account.provider))) return;
  await updatePaymentProvider(ctx, { id, body: { credentials: await register(ctx, account) } });
}

async function lacksWebhook(ctx: Context, provider: Account["provider"]): Promise<boolean> {
  const account = await ctx.tx((tx) => readAccount(tx, ctx.services, provider, "TEST"));
  if (account === null) return false;
  try {
    return (await checkSettings(ctx, account)) === "MISSING";
  } catch (error) {
    // VALIDATION_FAILED: PayPal doesn't know the webhook's id anymore. Other errors, such as no response from a
    // stand-in, are left to the next start.
    return error instanceof ApiFailure && error.code === "VALIDATION_FAILED";
  }
}

/**
 * Registers the store's webhook URL. Returns the credential with which the provider's events are verified; none for
 * Mollie, whose webhooks need no registration.
 */
async function register(ctx: Context, account: Account): Promise<Record<string, string>> {
  const { provider, clientId, credentials } = account;
  if (provider === "MOLLIE") return {};
  const [origin, url] = [ctx.services.gateways.sandbox[provider], webhookUrlOf(ctx, provider)];
  if (origin == null || url === null) return {};
  if (provider === "PAYPAL") {
    const secret = credentials.clientSecret;
    return { webhookId: await registerWebhook("paypal", origin, { clientId, secret }, url) };
  }
  const secret = credentials.secretKey;
  return { signingSecret: await registerWebhook("stripe", origin, { clientId, secret }, url) };
}
