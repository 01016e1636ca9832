import type { ApiKey } from "@vetrina/contract/people/api-keys";

type Rights = Pick<ApiKey, "permissions" | "status" | "expiresAt">;

/**
 * Returns the permissions that a change grants: the added ones or, if the key is reactivated or gets a later expiry,
 * all of its permissions. The caller must hold these. Other changes grant none.
 */
export function grantedBy(before: Rights, after: Rights): ApiKey["permissions"] {
  const revived = before.status !== "ACTIVE" && after.status === "ACTIVE";
  const all = revived || isLater(before.expiresAt, after.expiresAt);
  return after.permissions.filter((one) => all || !before.permissions.includes(one));
}

function isLater(before: string | null, after: string | null): boolean {
  if (before === null) return false;
  return after === null || new Date(after) > new Date(before);
}
