import { z } from "zod";
import { Id, Limit, listOf, Page, Text, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { RoleType } from "./enumerations.ts";
import { Permission } from "./permissions.ts";

const RoleName = Text(60)
  .normalize("NFKC")
  .trim()
  .max(60)
  .meta({ description: "No other role of the store has it, in capitals or not." });
/** Each once, in the order of the specification. */
const Permissions = z
  .array(Permission)
  .min(1, "Name at least one permission.")
  .max(100)
  .transform((list) => Permission.options.filter((one) => list.includes(one)));
/** ADMIN and CUSTOMER are the built-in ones alone: who owns the store, and who buys in it. */
const CustomType = RoleType.extract(["MANAGER", "STAFF"]);

export const Role = z
  .object({
    id: Id,
    storeId: Id,
    name: z.string(),
    type: RoleType,
    permissions: z.array(Permission),
    isBuiltIn: z.boolean(),
    holders: z.int().meta({ description: "How many users hold it." }),
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
    permissions: z.array(Permission).meta({ description: "What all of them allow together." }),
    isOwner: z.boolean().meta({ description: "Holds the role ADMIN and accepted it." }),
  })
  .meta({ id: "UserRoles" });
export type UserRoles = z.infer<typeof UserRoles>;

export const StaffMember = z
  .object({
    userId: Id,
    hasAccepted: z.boolean().meta({
      description:
        "False where a role was assigned and the user did not accept any: name, e-mail and logins are not shown then.",
    }),
    name: z.string().nullable(),
    email: z.string().nullable(),
    roles: z.array(HeldRole),
    isOwner: z.boolean().meta({ description: "Holds the role ADMIN and accepted it." }),
    lastLoginAt: Time.nullable().meta({
      description: "At a host of the store or of the platform. Logins at other stores do not show.",
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
    summary: "Makes a role of the store, of permissions the caller holds.",
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
    summary: "The store's roles: the four built-in ones, then its own by name.",
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
    summary: "Who works in the store: everybody who holds a role other than CUSTOMER, by name.",
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
    summary: "One role.",
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
      "Changes the named fields of a role, at once for everybody who holds it. ADMIN keeps all permissions, CUSTOMER none.",
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
      "Removes a role of the store's own. Where somebody holds it, reassignTo names the role they get in its place (with MANAGE_STAFF).",
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
      "Gives a user a role of the store; nobody gives what they lack. ADMIN makes an owner once the user accepts it, by an invitation or by assigning it to themselves.",
    access: { allow: ["MANAGE_STAFF"] },
    store: byRole,
    body: Assignment,
    response: UserRoles,
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "LIMIT_REACHED"],
  }),
  revokeRole: endpoint({
    method: "POST",
    path: "/roles/revoke",
    summary: "Takes a role from a user; the store's last owner stays.",
    access: { allow: ["MANAGE_STAFF"] },
    store: byRole,
    body: Assignment,
    response: UserRoles,
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "LAST_OWNER"],
  }),
  getUserRoles: endpoint({
    method: "GET",
    path: "/roles/user/{userId}/store/{storeId}",
    summary: "A user's roles in the store; none for one who has no tie to it.",
    access: { allow: ["MANAGE_STAFF", "self"] },
    store: byStore,
    params: z.object({ userId: Id, storeId: Store }),
    response: UserRoles,
    errors: ["NOT_FOUND"],
  }),
  checkPermission: endpoint({
    method: "GET",
    path: "/roles/user/{userId}/store/{storeId}/permission/{permission}",
    summary: "Whether a user has one permission in the store at this moment.",
    access: { allow: ["MANAGE_STAFF", "self"] },
    store: byStore,
    params: z.object({ userId: Id, storeId: Store, permission: Permission }),
    response: z.object({ userId: Id, storeId: Id, permission: Permission, allowed: z.boolean() }),
    errors: ["NOT_FOUND"],
  }),
  removeStaff: endpoint({
    method: "DELETE",
    path: "/roles/user/{userId}/store/{storeId}",
    summary: "Takes all roles in the store from a user, who may also leave; the last owner stays.",
    access: { allow: ["MANAGE_STAFF", "self"] },
    store: byStore,
    params: z.object({ userId: Id, storeId: Store }),
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "LAST_OWNER"],
  }),
};
