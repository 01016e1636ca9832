import type { ApiKey } from "@vetrina/contract/api-keys";

type Rights = Pick<ApiKey, "permissions" | "status" | "expiresAt">;

/**
 * What a change lets the key do that it could not do before, now or later: who makes the change must hold it. Taking
 * something away (a permission, time, the key itself) asks for nothing.
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
