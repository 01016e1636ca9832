import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type {
  PaymentProviderSettings,
  PaymentWebhookState,
} from "@vetrina/contract/orders/payment-providers";
import { seal } from "../../platform/auth/sealed.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { sealPurpose } from "./account.ts";
import { webhookUrlOf } from "./webhook-urls.ts";

export type ProviderRow = {
  id: string;
  provider: PaymentProvider;
  environment: PaymentEnv;
  client_id: string;
  is_active: boolean;
  webhook_state: PaymentWebhookState;
  apple_pay_domain_file: string | null;
  names: string[];
  version: number;
};

/** Reads all providers of the store, in both environments. */
export function readProviders(tx: Transaction): Promise<ProviderRow[]> {
  return selectProviders(tx, sql`true`);
}

/** Reads one provider. Throws NOT_FOUND. */
export async function readProvider(tx: Transaction, id: string): Promise<ProviderRow> {
  const [found] = await selectProviders(tx, sql`p.id = ${id}`);
  if (found === undefined) throw notFound("payment provider");
  return found;
}

/** Like readProvider(), but also locks the row. */
export async function lockProvider(tx: Transaction, id: string): Promise<ProviderRow> {
  await tx.run(sql`
    select from shop.payment_providers where store_id = ${tx.storeId} and id = ${id} for update`);
  return readProvider(tx, id);
}

function selectProviders(tx: Transaction, where: Sql): Promise<ProviderRow[]> {
  return tx.rows<ProviderRow>(sql`
    select p.id, p.provider, p.environment, p.client_id, p.is_active, p.webhook_state, p.apple_pay_domain_file, p.version,
      coalesce(c.names, '{}') as names
    from shop.payment_providers p
    left join shop.payment_credentials c on c.store_id = p.store_id and c.provider_id = p.id
    where p.store_id = ${tx.storeId} and ${where} order by p.environment, p.provider limit 20`);
}

/** Encrypts a provider's secrets, replacing all earlier ones. Without secrets, changes nothing. */
export async function writeCredentials(
  tx: Transaction,
  { services }: Context,
  providerId: string,
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(credentials).toSorted();
  if (names.length === 0) return;
  const secret = Buffer.from(JSON.stringify(credentials));
  const sealed = seal(services.key(sealPurpose), providerId, secret);
  await tx.run(sql`
    insert into shop.payment_credentials (store_id, provider_id, names, sealed)
    values (${tx.storeId}, ${providerId}, ${names}, ${sealed})
    on conflict (store_id, provider_id) do update set names = excluded.names, sealed = excluded.sealed`);
}

/** Returns a provider in the form that staff see. */
export function presentProvider(ctx: Context, row: ProviderRow): PaymentProviderSettings {
  const { id, provider, environment } = row;
  const url = webhookUrlOf(ctx, provider);
  return {
    id,
    provider,
    name: ctx.services.gateways.nameOf(provider, environment) ?? provider,
    environment,
    clientId: row.client_id,
    isActive: row.is_active,
    credentialNames: row.names,
    webhook: {
      url,
      state: url === null ? "NOT_NEEDED" : row.webhook_state,
      message: adviceOf(ctx, row),
    },
    hasApplePayDomainFile: row.apple_pay_domain_file !== null,
    version: row.version,
  };
}

function adviceOf(ctx: Context, { provider, webhook_state: state, names }: ProviderRow): string {
  const url = webhookUrlOf(ctx, provider);
  if (url === null || state === "NOT_NEEDED") return "";
  const [page, secret, name] =
    provider === "PAYPAL"
      ? ["on your app's page in the PayPal developer dashboard", "webhook id", "webhookId"]
      : ["in Stripe's dashboard under Developers > Webhooks", "signing secret", "signingSecret"];
  if (!names.includes(name))
    return `Register ${url} ${page}, and enter its ${secret} here. Until then, payments are confirmed a little later.`;
  if (state === "REGISTERED") return "";
  if (state === "UNKNOWN")
    return `The registration of ${url} was not checked. Save again to check it.`;
  return `The provider doesn't send its events to ${url}. Register this address ${page}, and enter its ${secret} here.`;
}
