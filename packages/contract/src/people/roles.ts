import { z } from "zod";
import { Id, Limit, listOf, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { RoleType } from "../enumerations.ts";
import { Permission } from "./permissions.ts";

const RoleName = Text(60)
  .normalize("NFKC")
  .trim()
  .max(60)
  .meta({ description: "The role's name, unique among the store's roles, ignoring case." });
/** A role's permissions, without duplicates and in the specification's order. */
const Permissions = z
  .array(Permission)
  .min(1, "Send at least one permission.")
  .max(100)
  .transform((list) => Permission.options.filter((one) => list.includes(one)));
/** The types that a custom role can have. ADMIN (owners) and CUSTOMER (shoppers) exist only as built-in roles. */
const CustomType = RoleType.extract(["MANAGER", "STAFF"]);

export const Role = z
  .object({
    id: Id,
    storeId: Id,
    name: z.string(),
    type: RoleType,
    permissions: z.array(Permission),
    isBuiltIn: z.boolean(),
    userCount: z.int().meta({ description: "Number of users who hold the role." }),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Role" });
export type Role = z.infer<typeof Role>;

const HeldRole = z.object({
  id: Id,
  name: z.string(),
  type: RoleType,
  permissions: z.array(Permission),
});
export type HeldRole = z.infer<typeof HeldRole>;

export const UserRoles = z
  .object({
    userId: Id,
    storeId: Id,
    roles: z.array(HeldRole),
    permissions: z
      .array(Permission)
      .meta({ description: "The permissions of all these roles together." }),
    isOwner: z
      .boolean()
      .meta({ description: "Whether the user holds the role ADMIN and has accepted it." }),
  })
  .meta({ id: "UserRoles" });
export type UserRoles = z.infer<typeof UserRoles>;

export const StaffMember = z
  .object({
    userId: Id,
    hasAccepted: z.boolean().meta({
      description:
        "false until the user accepts a role that was assigned to them. Name, email and logins are hidden until then.",
    }),
    name: z.string().nullable(),
    email: z.string().nullable(),
    roles: z.array(HeldRole),
    isOwner: z
      .boolean()
      .meta({ description: "Whether the user holds the role ADMIN and has accepted it." }),
    lastLoginAt: Time.nullable().meta({
      description:
        "The user's last login at one of the store's hosts or at the platform. Logins at other stores aren't shown.",
    }),
  })
  .meta({ id: "StaffMember" });
export type StaffMember = z.infer<typeof StaffMember>;

const byId = { by: "resource", kind: "role", in: "params", field: "id" } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byRole = { by: "resource", kind: "role", in: "body", field: "roleId" } as const;
const Store = z.string().max(253);
const Assignment = z.strictObject({ userId: Id, roleId: Id });

export const roles = {
  createRole: endpoint({
    method: "POST",
    path: "/roles/store",
    summary: "Creates a role of the store with permissions that the caller holds.",
    access: { allow: ["MANAGE_ROLES"] },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    body: z.strictObject({
      storeId: Store.optional(),
      name: RoleName,
      type: CustomType.default("STAFF"),
      permissions: Permissions,
    }),
    response: Role,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_NOT_HELD", "LIMIT_REACHED"],
  }),
  listRoles: endpoint({
    method: "GET",
    path: "/roles/store/{storeId}",
    summary: "Lists the store's roles: the four built-in ones, then custom ones by name.",
    access: { allow: ["MANAGE_ROLES"] },
    store: byStore,
    params: z.object({ storeId: Store }),
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Role),
    errors: ["NOT_FOUND"],
  }),
  listStaff: endpoint({
    method: "GET",
    path: "/roles/store/{storeId}/staff",
    summary:
      "Lists the store's staff: all users with a role other than CUSTOMER, by name. Those who haven't accepted a role come last.",
    access: { allow: ["MANAGE_STAFF"] },
    store: byStore,
    params: z.object({ storeId: Store }),
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(StaffMember),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  getRole: endpoint({
    method: "GET",
    path: "/roles/store/role/{id}",
    summary: "Returns a role with its permissions.",
    access: { allow: ["MANAGE_ROLES"] },
    store: byId,
    params: z.object({ id: Id }),
    response: Role,
    errors: ["NOT_FOUND"],
  }),
  updateRole: endpoint({
    method: "PUT",
    path: "/roles/store/{id}",
    summary:
      "Updates a role, effective immediately for all its holders. ADMIN always has all permissions, CUSTOMER none.",
    access: { allow: ["MANAGE_ROLES"] },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      name: RoleName.optional(),
      type: CustomType.optional(),
      permissions: Permissions.optional(),
    }),
    response: Role,
    errors: [
      "NOT_FOUND",
      "ALREADY_EXISTS",
      "PERMISSION_NOT_HELD",
      "BUILT_IN_ROLE",
      "EDIT_CONFLICT",
    ],
  }),
  deleteRole: endpoint({
    method: "DELETE",
    path: "/roles/store/{id}",
    summary:
      "Deletes a custom role. If users have it, set reassignTo to the role they get instead; this requires MANAGE_STAFF.",
    access: { allow: ["MANAGE_ROLES"] },
    store: byId,
    params: z.object({ id: Id }),
    query: z.object({ reassignTo: Id.optional() }),
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "BUILT_IN_ROLE", "ROLE_IN_USE", "EDIT_CONFLICT"],
  }),
  assignRole: endpoint({
    method: "POST",
    path: "/roles/assign",
    summary:
      "Assigns a role of the store to a user. Callers can assign only roles whose permissions they hold. A user who is assigned ADMIN has its permissions immediately, but becomes an owner only after accepting the role: through an invitation, or by making this call for themselves.",
    access: { allow: ["MANAGE_STAFF"] },
    store: byRole,
    body: Assignment,
    response: UserRoles,
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "LIMIT_REACHED"],
  }),
  revokeRole: endpoint({
    method: "POST",
    path: "/roles/revoke",
    summary: "Removes a role from a user. The store's last owner can't be removed.",
    access: { allow: ["MANAGE_STAFF"] },
    store: byRole,
    body: Assignment,
    response: UserRoles,
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "LAST_OWNER"],
  }),
  getUserRoles: endpoint({
    method: "GET",
    path: "/roles/user/{userId}/store/{storeId}",
    summary:
      "Returns a user's roles and permissions in the store; both lists are empty if the user has none.",
    access: { allow: ["MANAGE_STAFF", "self"] },
    store: byStore,
    params: z.object({ userId: Id, storeId: Store }),
    response: UserRoles,
    errors: ["NOT_FOUND"],
  }),
  checkPermission: endpoint({
    method: "GET",
    path: "/roles/user/{userId}/store/{storeId}/permission/{permission}",
    summary: "Returns whether a user currently has a permission in the store.",
    access: { allow: ["MANAGE_STAFF", "self"] },
    store: byStore,
    params: z.object({ userId: Id, storeId: Store, permission: Permission }),
    response: z.object({ userId: Id, storeId: Id, permission: Permission, allowed: z.boolean() }),
    errors: ["NOT_FOUND"],
  }),
  removeStaff: endpoint({
    method: "DELETE",
    path: "/roles/user/{userId}/store/{storeId}",
    summary:
      "Removes all of a user's roles in the store. Users may remove themselves; the last owner can't be removed.",
    access: { allow: ["MANAGE_STAFF", "self"] },
    store: byStore,
    params: z.object({ userId: Id, storeId: Store }),
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "LAST_OWNER"],
  }),
};
