import type { ShippingProvider } from "@vetrina/contract/pricing/shipping-rates";
import { seal } from "../../platform/auth/sealed.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";

export const maxProviders = 20;

/** Reads the providers that shoppers see. */
export function readShownProviders(from: Queryable, storeId: string): Promise<ShippingProvider[]> {
  return from.rows<ShippingProvider>(sql`
    select id, name, type, true as "isActive", position, version from catalogue.shipping_providers
    where store_id = ${storeId} order by position, id`);
}

/** Reads a provider. Throws NOT_FOUND for one that shoppers don't see. */
export async function requireShownProvider(
  from: Queryable,
  storeId: string,
  id: string,
): Promise<ShippingProvider> {
  const found = (await readShownProviders(from, storeId)).find((each) => each.id === id);
  if (found === undefined) throw notFound("shipping provider");
  return found;
}

/** Reads all providers of the store with the names of their credentials, for staff. */
export function readProviders(tx: Transaction): Promise<ShippingProvider[]> {
  return selectProviders(tx, sql`true`);
}

/** Locks and reads a provider. Throws NOT_FOUND. */
export async function lockProvider(tx: Transaction, id: string): Promise<ShippingProvider> {
  await tx.run(sql`
    select from shop.shipping_providers where store_id = ${tx.storeId} and id = ${id} for update`);
  return readProvider(tx, id);
}

/** Throws NOT_FOUND. */
export async function readProvider(tx: Transaction, id: string): Promise<ShippingProvider> {
  const [found] = await selectProviders(tx, sql`p.id = ${id}`);
  if (found === undefined) throw notFound("shipping provider");
  return found;
}

function selectProviders(tx: Transaction, where: Sql): Promise<ShippingProvider[]> {
  return tx.rows<ShippingProvider>(sql`
    select p.id, p.name, p.type, p.is_active as "isActive", p.position, p.version,
      coalesce(c.names, '{}') as "credentialNames"
    from shop.shipping_providers p
    left join shop.shipping_credentials c on c.store_id = p.store_id and c.provider_id = p.id
    where p.store_id = ${tx.storeId} and ${where} order by p.position, p.id`);
}

/** Throws ALREADY_EXISTS if another provider has the name. */
export function requireFreeProviderName(
  name: string,
  others: readonly Pick<ShippingProvider, "name">[],
): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "Another provider has this name. Choose a different name.",
      {
        field: "name",
      },
    );
}

/** Inserts a provider without credentials. Without a position, it comes last. */
export async function insertProvider(
  tx: Transaction,
  id: string,
  provider: Pick<ShippingProvider, "name" | "type" | "isActive"> & { position: number | null },
): Promise<void> {
  await tx.run(sql`
    insert into shop.shipping_providers (store_id, id, name, type, is_active, position)
    values (${tx.storeId}, ${id}, ${provider.name}, ${provider.type}, ${provider.isActive},
      coalesce(${provider.position}::int,
        (select max(position) + 1 from shop.shipping_providers where store_id = ${tx.storeId}), 0))`);
}

/**
 * Returns the store's first provider, for rates that name none; created if the store has none. The caller must hold the
 * store's lock.
 */
export async function firstProvider(tx: Transaction): Promise<string> {
  const [first] = await readProviders(tx);
  if (first !== undefined) return first.id;
  const id = newId();
  await insertProvider(tx, id, { name: "Shipping", type: "CUSTOM", isActive: true, position: 0 });
  return id;
}

/** Replaces a provider's credentials; an empty object removes them. */
export async function writeCredentials(
  tx: Transaction,
  { services }: Context,
  providerId: string,
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(credentials).toSorted();
  if (names.length === 0) {
    await tx.run(sql`
      delete from shop.shipping_credentials where store_id = ${tx.storeId} and provider_id = ${providerId}`);
    return;
  }
  const secret = Buffer.from(JSON.stringify(credentials));
  const sealed = seal(services.key("shipping credentials"), providerId, secret);
  await tx.run(sql`
    insert into shop.shipping_credentials (store_id, provider_id, names, sealed)
    values (${tx.storeId}, ${providerId}, ${names}, ${sealed})
    on conflict (store_id, provider_id) do update set names = excluded.names, sealed = excluded.sealed`);
}
