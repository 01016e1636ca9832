import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { hostKey, isLoopback } from "../../platform/network/host-name.ts";
import { platformHost } from "../../platform/network/platform-host.ts";

/**
 * `storeId`: whose own host it is; null at the platform's, where people of all stores sign in. `onlyStore`: set at a custom
 * domain. The store's owner decides where that leads, and may get what browsers send there.
 */
export type HostOfLogin = { storeId: string | null; onlyStore: string | null };

/** The host at which the caller signs in; null for one that is neither the platform's nor, at this moment, a store's. */
export async function hostOfLogin({ origin, services }: Context): Promise<HostOfLogin | null> {
  const host = hostKey(URL.parse(origin)?.hostname ?? "");
  const { publicUrl, directory } = services;
  const platform = platformHost(publicUrl);
  const isPlatform = [platform, hostKey(new URL(publicUrl).hostname)].includes(host);
  if (isPlatform || isLoopback(host) || !host.includes("."))
    return { storeId: null, onlyStore: null };
  const storeId = (await directory.find(host))?.id ?? null;
  if (host.endsWith(`.${platform}`)) return { storeId, onlyStore: null };
  return storeId === null ? null : { storeId, onlyStore: storeId };
}

/**
 * The same for a call that has or gets the cookie. Throws UNKNOWN_HOST: an owner who switches a custom domain off for a
 * moment would else collect cookies that open all stores.
 */
export async function hostOfCookie(ctx: Context): Promise<HostOfLogin> {
  const host = await hostOfLogin(ctx);
  if (host === null)
    throw new ApiFailure(
      "UNKNOWN_HOST",
      "No store answers at this address. Sign in at the store's own address.",
    );
  return host;
}
