import { z } from "zod";
import { Id, Limit, listOf, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { KeyStatus } from "../enumerations.ts";
import { Permission } from "./permissions.ts";
import { Proof } from "./users.ts";

/** The permissions that an API key may have. Keys can't manage roles or staff. */
export const KeyPermission = Permission.exclude(["MANAGE_ROLES", "MANAGE_STAFF"]);

const Name = Text(100);
const Permissions = z
  .array(KeyPermission)
  .min(1)
  .max(KeyPermission.options.length)
  .transform((list) => KeyPermission.options.filter((one) => list.includes(one)));
const ExpiresAt = Time.nullable().meta({
  description: "When the key expires; null if it doesn't.",
});

export const ApiKey = z
  .object({
    id: Id,
    storeId: Id,
    name: z.string(),
    lastFour: z.string().meta({ description: "The key's last four characters, to identify it." }),
    permissions: z.array(KeyPermission),
    status: KeyStatus,
    expiresAt: Time.nullable(),
    lastUsedAt: Time.nullable().meta({ description: "Updated at most once a minute." }),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

// Only people may manage keys: a key with MANAGE_SETTINGS must not be able to create another key.
const access = { allow: ["MANAGE_SETTINGS"], peopleOnly: true } as const;
const byId = { by: "resource", kind: "API key", in: "params", field: "id" } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;

export const apiKeys = {
  createApiKey: endpoint({
    method: "POST",
    path: "/api-keys/store/{storeId}",
    summary:
      "Creates an API key for the store with permissions that the caller holds. The key is shown only once. May require currentPassword.",
    access,
    store: byStore,
    params: z.object({ storeId: z.string().max(253) }),
    body: z.strictObject({
      name: Name,
      permissions: Permissions,
      expiresAt: ExpiresAt.optional(),
      ...Proof.shape,
    }),
    response: ApiKey.extend({
      key: z
        .string()
        .meta({ description: "The key itself. Store it safely: it can't be read again." }),
    }),
    status: 201,
    errors: [
      "NOT_FOUND",
      "PERMISSION_NOT_HELD",
      "INVALID_CREDENTIALS",
      "TOTP_REQUIRED",
      "RATE_LIMITED",
    ],
    personal: true,
  }),
  listApiKeys: endpoint({
    method: "GET",
    path: "/api-keys/store/{storeId}",
    summary: "Lists the store's API keys, newest first, without the keys themselves.",
    access,
    store: byStore,
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({ page: Page, limit: Limit, status: KeyStatus.optional() }),
    response: listOf(ApiKey),
    errors: ["NOT_FOUND"],
  }),
  getApiKey: endpoint({
    method: "GET",
    path: "/api-keys/{id}",
    summary: "Returns one API key, without the key itself.",
    access,
    store: byId,
    params: z.object({ id: Id }),
    response: ApiKey,
    errors: ["NOT_FOUND"],
  }),
  updateApiKey: endpoint({
    method: "PUT",
    path: "/api-keys/{id}",
    summary:
      "Updates an API key. Fields that aren't sent don't change. A revoked key can't be changed. May require currentPassword if permissions, an expiry or the status ACTIVE are sent.",
    access,
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      name: Name.optional(),
      permissions: Permissions.optional(),
      status: KeyStatus.optional(),
      expiresAt: ExpiresAt.optional(),
      ...Proof.shape,
    }),
    response: ApiKey,
    errors: [
      "NOT_FOUND",
      "PERMISSION_NOT_HELD",
      "INVALID_TRANSITION",
      "EDIT_CONFLICT",
      "INVALID_CREDENTIALS",
      "TOTP_REQUIRED",
      "RATE_LIMITED",
    ],
  }),
  revokeApiKey: endpoint({
    method: "DELETE",
    path: "/api-keys/{id}",
    summary: "Revokes an API key immediately and permanently.",
    access,
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND"],
  }),
};
