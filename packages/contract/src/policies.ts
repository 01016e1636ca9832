import { z } from "zod";
import { Id, Limit, listOf, Page, RichText, Text, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { StorePolicyType } from "./enumerations.ts";
import { StorePolicy } from "./stores.ts";

/** A policy as it was worded at one time. */
export const PolicyVersion = z
  .object({
    policyId: Id,
    type: StorePolicyType,
    version: z.int(),
    title: z.string(),
    content: z.string().meta({ description: "Sanitised HTML." }),
    isCurrent: z.boolean().meta({ description: "False for older ones, and of a removed policy." }),
    createdAt: Time,
  })
  .meta({ id: "PolicyVersion" });
export type PolicyVersion = z.infer<typeof PolicyVersion>;

const Title = Text(120);
const Content = RichText("policy").meta({ description: "HTML; kept sanitised." });

const ofPolicy = { by: "resource", kind: "policy", in: "params", field: "id" } as const;
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = z.object({ id: Id });
const inStore = z.object({ storeId: z.string().max(253) });

export const policies = {
  createPolicy: endpoint({
    method: "POST",
    path: "/stores/{storeId}/policies",
    summary: "Adds a policy: one of each type, and CUSTOM ones by their titles.",
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
    summary: "Every wording the store's policies have had, also of removed ones, newest first.",
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
    summary: "Words a policy anew; the wording until now stays readable by the store.",
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
    summary: "Takes a policy off the shop; its wordings stay readable by the store.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofPolicy,
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
