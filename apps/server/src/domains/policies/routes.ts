import type { policies } from "@vetrina/contract/stores/policies";
import type { Routes } from "../../platform/http/routes.ts";
import { createPolicy } from "./create-policy.ts";
import { deletePolicy } from "./delete-policy.ts";
import { listPolicyVersions } from "./list-policy-versions.ts";
import { updatePolicy } from "./update-policy.ts";

export const policiesRoutes: Routes<typeof policies> = {
  createPolicy,
  listPolicyVersions,
  updatePolicy,
  deletePolicy,
};
