import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import { z } from "zod";
import type { Gateway, GatewayAccount } from "../../gateways/provider.ts";
import { unseal } from "../../platform/auth/sealed.ts";
import type { Context, Services, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** The purpose for which services.key() derives the key that encrypts credentials. */
export const sealPurpose = "payment credentials";

const maxCached = 1000;
/** Keyed by store, provider and environment. The least recently used entry comes first. */
const cache = new Map<string, GatewayAccount>();
const Credentials = z.record(z.string(), z.string());

type Row = {
  id: string;
  version: number;
  is_active: boolean;
  client_id: string;
  sealed: Buffer | null;
};

/**
 * Reads the store's settings and secrets for a provider; null if the store doesn't have the provider. Deactivated
 * providers are included, because open payments and refunds still need them. Cached; each call compares the cached
 * version with the stored one.
 */
export async function readAccount(
  tx: Transaction,
  services: Services,
  provider: PaymentProvider,
  environment: PaymentEnv,
): Promise<GatewayAccount | null> {
  const key = `${tx.storeId} ${provider} ${environment}`;
  const known = cache.get(key);
  const row = await tx.row<Row>(sql`
    select * from door.payment_account(${provider}, ${environment}, ${known === undefined ? null : versionOf(known)})`);
  if (row === undefined) return null;
  const isKnown = known !== undefined && versionOf(known) === versionOf(row);
  const account = isKnown ? known : open(services, row, provider, environment);
  cache.delete(key);
  cache.set(key, account);
  if (cache.size > maxCached) for (const oldest of cache.keys()) return drop(oldest, account);
  return account;
}

/**
 * Returns the gateway for the store's settings; null if the server or the store doesn't have the provider, or if its
 * keys can't be decrypted.
 */
export async function findGateway(
  tx: Transaction,
  services: Services,
  provider: PaymentProvider,
  environment: PaymentEnv,
): Promise<Gateway | null> {
  // The test provider has no settings.
  const account =
    provider === "OTHER" ? null : await readAccount(tx, services, provider, environment);
  return services.gateways.find(provider, environment, account);
}

/** Like findGateway(), in its own transaction. */
export function gatewayFor(
  ctx: Context,
  provider: PaymentProvider,
  environment: PaymentEnv,
): Promise<Gateway | null> {
  if (provider === "OTHER")
    return Promise.resolve(ctx.services.gateways.find(provider, environment));
  return ctx.tx((tx) => findGateway(tx, ctx.services, provider, environment));
}

function drop(oldest: string, account: GatewayAccount): GatewayAccount {
  cache.delete(oldest);
  return account;
}

function versionOf({ id, version }: { id: string; version: number }): string {
  return `${id}:${version}`;
}

function open(
  services: Services,
  { id, version, client_id: clientId, sealed }: Row,
  provider: PaymentProvider,
  environment: PaymentEnv,
): GatewayAccount {
  const opened = sealed === null ? null : unseal(services.key(sealPurpose), id, sealed);
  if (sealed !== null && opened === null)
    services.log.error(
      { providerId: id },
      "the keys of a payment provider can't be decrypted, because SECRET_KEY has changed; enter the keys again",
    );
  const credentials = opened === null ? {} : Credentials.parse(JSON.parse(opened.toString()));
  return { id, version, provider, environment, clientId, credentials };
}
