import type { Context } from "../../context.ts";
import { type Queryable, sql } from "../../database/sql.ts";
import { ApiFailure } from "../../errors.ts";
import { hostKey, isLoopback } from "../../network/host-name.ts";
import { platformHost } from "../../network/platform-host.ts";

/**
 * `storeId`: the store at the host; null for the platform's host, where users of all stores sign in. `customDomain`: the
 * host and its store, if it is a custom domain. Its owner controls that domain and could read what browsers send there.
 */
export type HostOfCaller = {
  storeId: string | null;
  customDomain: { host: string; storeId: string } | null;
};

/**
 * Returns the host that the caller used. Loopback names and names without a dot count as the platform's. Returns null
 * for a host that belongs to no store, unless it is the platform's or a subdomain of it.
 */
export async function hostOfCaller({
  origin,
  caller,
  services,
}: Context): Promise<HostOfCaller | null> {
  const host = hostKey(URL.parse(origin)?.hostname ?? "");
  const { publicUrl, directory } = services;
  const platform = platformHost(publicUrl);
  const isPlatform = [platform, hostKey(new URL(publicUrl).hostname)].includes(host);
  if (isPlatform || isLoopback(host) || !host.includes("."))
    return { storeId: null, customDomain: null };
  const storeId = (await directory.find(host, caller.address))?.id ?? null;
  if (host.endsWith(`.${platform}`)) return { storeId, customDomain: null };
  return storeId === null ? null : { storeId, customDomain: { host, storeId } };
}

/**
 * Like hostOfCaller, for calls that use or set the refresh cookie, but throws UNKNOWN_HOST instead of returning null.
 * Otherwise a store's owner could switch off a custom domain, and collect there cookies that work in all stores.
 */
export async function hostOfCookie(ctx: Context): Promise<HostOfCaller> {
  const host = await hostOfCaller(ctx);
  if (host === null) throw unknownHost();
  return host;
}

/**
 * Returns the activation of a custom domain: what is opened there ends with it. Keeps the domain active until the
 * transaction ends. Throws UNKNOWN_HOST if the domain was switched off or removed meanwhile.
 */
export async function holdActivation(
  tx: Queryable,
  { host, storeId }: NonNullable<HostOfCaller["customDomain"]>,
): Promise<string> {
  const row = await tx.row<{ activation: string | null }>(
    sql`select door.hold_activation(${host}, ${storeId}) as activation`,
  );
  if (row === undefined || row.activation === null) throw unknownHost();
  return row.activation;
}

function unknownHost(): ApiFailure {
  return new ApiFailure(
    "UNKNOWN_HOST",
    "There is no store at this address. Sign in at the store's own address.",
  );
}
