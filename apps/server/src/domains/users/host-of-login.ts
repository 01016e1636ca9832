import type { Context } from "../../platform/context.ts";
import { hostKey, isLoopback } from "../../platform/network/host-name.ts";
import { platformHost } from "../../platform/network/platform-host.ts";

/**
 * The store at whose own host the caller signs in; null at the platform's, where people of all stores do. Custom: the
 * store's owner decides where the host leads, and may get what browsers send there.
 */
export async function storeOfLogin({
  origin,
  services,
}: Context): Promise<{ id: string; isCustom: boolean } | null> {
  const host = hostKey(URL.parse(origin)?.hostname ?? "");
  const { publicUrl, directory } = services;
  const isPlatform = [platformHost(publicUrl), hostKey(new URL(publicUrl).hostname)].includes(host);
  if (isPlatform || isLoopback(host) || !host.includes(".")) return null;
  const id = (await directory.find(host))?.id;
  if (id === undefined) return null;
  return { id, isCustom: !host.endsWith(`.${platformHost(publicUrl)}`) };
}
