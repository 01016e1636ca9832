import type { RoleType } from "@vetrina/contract/enumerations";
import { Permission } from "@vetrina/contract/people/permissions";
import { ApiFailure } from "../../platform/errors.ts";

export type Right = Permission | "OWNER";
export type RoleFacts = {
  name: string;
  type: RoleType;
  permissions: readonly Permission[];
  isBuiltIn: boolean;
};

/**
 * Returns the rights that a role gives: its permissions, and ownership if its type is ADMIN. Only callers who hold all
 * of these may change the role.
 */
export function rightsOf({ type, permissions }: Pick<RoleFacts, "type" | "permissions">): Right[] {
  return type === "ADMIN" ? [...permissions, "OWNER"] : [...permissions];
}

export type RoleChange = {
  name?: string | undefined;
  type?: RoleType | undefined;
  permissions?: readonly Permission[] | undefined;
};

/**
 * Returns the role after a change. Throws BUILT_IN_ROLE if the change gives a built-in role another type, or gives the
 * owners' or customers' built-in role other permissions.
 */
export function changeRole(present: RoleFacts, change: RoleChange): RoleFacts {
  const next = {
    ...present,
    name: change.name ?? present.name,
    type: change.type ?? present.type,
    permissions: change.permissions ?? present.permissions,
  };
  if (present.isBuiltIn && next.type !== present.type)
    throw builtIn("The type of a built-in role can't be changed. Create another role.");
  const isFixed = present.type === "ADMIN" || present.type === "CUSTOMER";
  if (isFixed && !sameOf(next.permissions, present.permissions))
    throw builtIn(
      present.type === "ADMIN"
        ? "The owners' role must keep every permission. Create another role with fewer."
        : "The customers' role gives access to their own data only. Create another role.",
    );
  return next;
}

/** Throws BUILT_IN_ROLE. */
export function requireCustom({ isBuiltIn }: Pick<RoleFacts, "isBuiltIn">): void {
  if (isBuiltIn)
    throw builtIn("Built-in roles can't be deleted. Revoke the role from its users instead.");
}

/**
 * Throws LAST_OWNER if nobody else owns the store. A user who was assigned ADMIN and has not accepted it is not an
 * owner.
 */
export function requireAnotherOwner(owners: readonly string[], userId: string): void {
  if (owners.includes(userId) && owners.length === 1)
    throw new ApiFailure(
      "LAST_OWNER",
      "A store needs at least one owner. Invite another user with the role ADMIN. Once they have accepted, this owner can leave or be removed.",
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
