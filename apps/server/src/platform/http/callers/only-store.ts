import type { Actor } from "../../context.ts";
import { ApiFailure } from "../../errors.ts";

/**
 * The error for calls that a session of a custom domain can't make. Such a session is limited to the domain's store,
 * because the domain's owner receives what browsers send there.
 */
export function onlyStoreRefusal(): ApiFailure {
  return new ApiFailure(
    "FORBIDDEN",
    "You signed in at a store's own domain. That session works for that store only, and can't change its staff, domains or environment. Sign in at the platform's address.",
  );
}

/**
 * Permissions that a session of a custom domain doesn't have even in its store. With them, someone who once controlled
 * the domain could become an owner.
 */
export const openSessionsOnly: ReadonlySet<string> = new Set([
  "OWNER",
  "MANAGE_STAFF",
  "MANAGE_ROLES",
]);

/**
 * For changes such as joining or leaving a store, and of its domains: rejects sessions of custom domains, because the
 * domain's owner may have copied them.
 */
export function requireOpenSession(actor: Actor): void {
  if (actor.kind === "user" && actor.onlyStore !== undefined) throw onlyStoreRefusal();
}
