import type { Context } from "../../platform/context.ts";
import { hostKey, isLoopback } from "../../platform/network/host-name.ts";
import { platformHost } from "../../platform/network/platform-host.ts";

/** The id of the store at whose own host the caller signs in; null at the platform's, where people of all stores do. */
export async function storeOfLogin({ origin, services }: Context): Promise<string | null> {
  const host = hostKey(URL.parse(origin)?.hostname ?? "");
  const { publicUrl, directory } = services;
  const isPlatform = [platformHost(publicUrl), hostKey(new URL(publicUrl).hostname)].includes(host);
  if (isPlatform || isLoopback(host) || !host.includes(".")) return null;
  return (await directory.find(host))?.id ?? null;
}
