import { isLocal } from "./host-name.ts";
import { storeOrigin } from "../mail/store-origin.ts";

/**
 * The origin of the store's public URLs: of its own host, otherwise the platform's. On a developer's machine, the
 * current host's.
 */
export function publicOrigin(
  request: { protocol: string; host: string; hostname: string },
  store: { domain: string },
  publicUrl: string,
): string {
  const isOpenHere =
    isLocal(new URL(publicUrl).hostname) && isLocal(request.hostname.toLowerCase());
  if (isOpenHere) return `${request.protocol}://${request.host}`;
  return storeOrigin(store.domain, publicUrl);
}
