import { addPaymentProvider } from "@vetrina/server/domains/payment-providers/create-payment-provider";
import type { Context } from "@vetrina/server/platform/context";
import { sql } from "@vetrina/server/platform/database/sql";

/** Credentials that the stand-ins accept. They work at no provider. */
const accounts = (slug: string) =>
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

/** Adds the providers whose stand-ins run, to a store that doesn't have them yet. */
export async function seedPayments(ctx: Context, slug: string): Promise<void> {
  const rows = await ctx.tx((tx) =>
    tx.rows<{ provider: string }>(
      sql`select provider from shop.payment_providers where store_id = ${tx.storeId} and environment = 'TEST'`,
    ),
  );
  const present = new Set(rows.map(({ provider }) => provider));
  for (const account of accounts(slug)) {
    if (present.has(account.provider)) continue;
    await addPaymentProvider(ctx, {
      ...account,
      environment: "TEST",
      isActive: true,
      applePayDomainFile: null,
    });
  }
}
