import type { RoleType } from "@vetrina/contract/enumerations";
import { Permission } from "@vetrina/contract/permissions";
import { ApiFailure } from "../../platform/errors.ts";

export type Right = Permission | "OWNER";
export type RoleFacts = {
  name: string;
  type: RoleType;
  permissions: readonly Permission[];
  isBuiltIn: boolean;
};

/** What a role makes of who holds it: its permissions, and an owner where it is ADMIN. To touch it one must hold all. */
export function rightsOf({ type, permissions }: Pick<RoleFacts, "type" | "permissions">): Right[] {
  return type === "ADMIN" ? [...permissions, "OWNER"] : [...permissions];
}

export type RoleChange = {
  name?: string | undefined;
  type?: RoleType | undefined;
  permissions?: readonly Permission[] | undefined;
};

/** The role after a change. Throws BUILT_IN_ROLE for what would lock a store out, or let its customers in. */
export function changeRole(present: RoleFacts, change: RoleChange): RoleFacts {
  const next = {
    ...present,
    name: change.name ?? present.name,
    type: change.type ?? present.type,
    permissions: change.permissions ?? present.permissions,
  };
  if (present.isBuiltIn && next.type !== present.type)
    throw builtIn("A built-in role keeps its type. Make another role.");
  const isFixed = present.type === "ADMIN" || present.type === "CUSTOMER";
  if (isFixed && !sameOf(next.permissions, present.permissions))
    throw builtIn(
      present.type === "ADMIN"
        ? "The owners' role keeps every permission. Make another role with fewer."
        : "The customers' role gives nothing but their own data. Make another role.",
    );
  return next;
}

/** Throws BUILT_IN_ROLE. */
export function requireCustom({ isBuiltIn }: Pick<RoleFacts, "isBuiltIn">): void {
  if (isBuiltIn) throw builtIn("The four built-in roles stay. Change this one, or revoke it.");
}

/** Throws LAST_OWNER where nobody else owns the store. Who was assigned ADMIN and did not accept it owns nothing. */
export function requireAnotherOwner(owners: readonly string[], userId: string): void {
  if (owners.includes(userId) && owners.length === 1)
    throw new ApiFailure(
      "LAST_OWNER",
      "A store has at least one owner. Invite another user to the role ADMIN, and leave once they accepted it.",
    );
}

export function together(roles: readonly Pick<RoleFacts, "permissions">[]): Permission[] {
  return Permission.options.filter((one) => roles.some((role) => role.permissions.includes(one)));
}

function sameOf(a: readonly Permission[], b: readonly Permission[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

function builtIn(message: string): ApiFailure {
  return new ApiFailure("BUILT_IN_ROLE", message);
}
