import type { roles } from "@vetrina/contract/people/roles";
import type { Routes } from "../../platform/http/routes.ts";
import { assignRole } from "./assign-role.ts";
import { checkPermission } from "./check-permission.ts";
import { createRole } from "./create-role.ts";
import { deleteRole } from "./delete-role.ts";
import { getRole } from "./get-role.ts";
import { getUserRoles } from "./get-user-roles.ts";
import { listRoles } from "./list-roles.ts";
import { listStaff } from "./list-staff.ts";
import { removeStaff } from "./remove-staff.ts";
import { revokeRole } from "./revoke-role.ts";
import { updateRole } from "./update-role.ts";

export const rolesRoutes: Routes<typeof roles> = {
  createRole,
  listRoles,
  listStaff,
  getRole,
  updateRole,
  deleteRole,
  assignRole,
  revokeRole,
  getUserRoles,
  checkPermission,
  removeStaff,
};
