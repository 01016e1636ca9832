import { z } from "zod";
import { Id, Limit, listOf, Page, RichText, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { StorePolicyType } from "../enumerations.ts";
import { StorePolicy } from "./stores.ts";

export const PolicyVersion = z
  .object({
    policyId: Id,
    type: StorePolicyType,
    version: z.int(),
    title: z.string(),
    content: z.string().meta({ description: "Sanitized HTML." }),
    isCurrent: z
      .boolean()
      .meta({ description: "false for older versions and for deleted policies." }),
    createdAt: Time,
  })
  .meta({ id: "PolicyVersion" });
export type PolicyVersion = z.infer<typeof PolicyVersion>;

const Title = Text(120);
const Content = RichText("policy").meta({ description: "HTML, sanitized before it is stored." });

const ofPolicy = { by: "resource", kind: "policy", in: "params", field: "id" } as const;
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = z.object({ id: Id });
const inStore = z.object({ storeId: z.string().max(253) });

export const policies = {
  createPolicy: endpoint({
    method: "POST",
    path: "/stores/{storeId}/policies",
    summary:
      "Adds a policy. A store can have one policy of each type, and several CUSTOM ones with different titles.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofStore,
    params: inStore,
    body: z.strictObject({ type: StorePolicyType, title: Title, content: Content }),
    response: StorePolicy,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  listPolicyVersions: endpoint({
    method: "GET",
    path: "/stores/{storeId}/policies/versions",
    summary:
      "Lists all versions of the store's policies, newest first, including deleted policies.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofStore,
    params: inStore,
    query: z.object({ policyId: Id.optional(), page: Page, limit: Limit }),
    response: listOf(PolicyVersion),
    errors: ["NOT_FOUND"],
  }),
  updatePolicy: endpoint({
    method: "PUT",
    path: "/stores/policies/{id}",
    summary:
      "Changes a policy's title or text. listPolicyVersions still returns the previous version.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofPolicy,
    params: byId,
    body: z.strictObject({ title: Title.optional(), content: Content.optional() }),
    response: StorePolicy,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT"],
  }),
  deletePolicy: endpoint({
    method: "DELETE",
    path: "/stores/policies/{id}",
    summary: "Deletes a policy. listPolicyVersions still returns its versions.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofPolicy,
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
