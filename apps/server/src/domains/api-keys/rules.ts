import type { ApiKey } from "@vetrina/contract/people/api-keys";

type Rights = Pick<ApiKey, "permissions" | "status" | "expiresAt">;

/**
 * Returns the permissions that a change adds to the key, or extends in time. The caller must hold them. Removing
 * permissions, shortening the key's life and deactivating the key require none.
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
