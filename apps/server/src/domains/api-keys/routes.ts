import type { apiKeys } from "@vetrina/contract/people/api-keys";
import type { Routes } from "../../platform/http/routes.ts";
import { createApiKey } from "./create-api-key.ts";
import { getApiKey } from "./get-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { updateApiKey } from "./update-api-key.ts";

export const apiKeysRoutes: Routes<typeof apiKeys> = {
  createApiKey,
  listApiKeys,
  getApiKey,
  updateApiKey,
  revokeApiKey,
};
