import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { hostKey, isLoopback } from "../../platform/network/host-name.ts";
import { platformHost } from "../../platform/network/platform-host.ts";

/**
 * `storeId`: the store at the host; null for the platform's host, where users of all stores sign in. `onlyStore`: the
 * store if the host is a custom domain. Its owner controls that domain and could read what browsers send there.
 */
export type HostOfLogin = { storeId: string | null; onlyStore: string | null };

/**
 * Returns the host where the caller signs in. Loopback names and names without a dot count as the platform's. Returns
 * null for a host that belongs to no store, unless it is the platform's or a subdomain of it.
 */
export async function hostOfLogin({
  origin,
  caller,
  services,
}: Context): Promise<HostOfLogin | null> {
  const host = hostKey(URL.parse(origin)?.hostname ?? "");
  const { publicUrl, directory } = services;
  const platform = platformHost(publicUrl);
  const isPlatform = [platform, hostKey(new URL(publicUrl).hostname)].includes(host);
  if (isPlatform || isLoopback(host) || !host.includes("."))
    return { storeId: null, onlyStore: null };
  const storeId = (await directory.find(host, caller.address))?.id ?? null;
  if (host.endsWith(`.${platform}`)) return { storeId, onlyStore: null };
  return storeId === null ? null : { storeId, onlyStore: storeId };
}

/**
 * Like hostOfLogin, for calls that use or set the refresh cookie, but throws UNKNOWN_HOST instead of returning null.
 * Otherwise a store's owner could switch off a custom domain, and collect there cookies that work in all stores.
 */
export async function hostOfCookie(ctx: Context): Promise<HostOfLogin> {
  const host = await hostOfLogin(ctx);
  if (host === null)
    throw new ApiFailure(
      "UNKNOWN_HOST",
      "There is no store at this address. Sign in at the store's own address.",
    );
  return host;
}
