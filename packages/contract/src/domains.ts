import { z } from "zod";
import { Id, Text, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { DomainStatus } from "./enumerations.ts";

/** A host that a store claims. It serves once it is ACTIVE, which it becomes by a proof in its DNS or on its server. */
export const Domain = z
  .object({
    id: Id,
    storeId: Id,
    host: z.string().meta({ description: "As it stands in the DNS: xn--mnchen-3ya.example." }),
    displayHost: z.string().meta({ description: "As people write it: münchen.example." }),
    status: DomainStatus.meta({
      description:
        "VERIFYING: not proven yet, asked for again and again for three days; then FAILED. ACTIVE: proven, serves. INACTIVE: proven, switched off.",
    }),
    isPrimary: z.boolean().meta({ description: "The one that links and mails name." }),
    proof: z
      .object({
        txt: z.object({ name: z.string(), value: z.string() }),
        file: z.object({ url: z.string(), content: z.string() }),
      })
      .nullable()
      .meta({ description: "Either of them proves the host; null once it is proven." }),
    lastError: z.string().nullable().meta({ description: "Why it is not proven yet." }),
    checkedAt: Time.nullable(),
    verifiedAt: Time.nullable(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Domain" });
export type Domain = z.infer<typeof Domain>;

const ofDomain = { by: "resource", kind: "domain", in: "params", field: "id" } as const;
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = z.object({ id: Id });
const inStore = z.object({ storeId: z.string().max(253) });

export const domains = {
  createDomain: endpoint({
    method: "POST",
    path: "/stores/{storeId}/domains",
    summary: "Claims a host for the store; it serves once it is proven.",
    access: { allow: ["MANAGE_SETTINGS"], peopleOnly: true },
    store: ofStore,
    params: inStore,
    body: z.strictObject({
      host: Text(253).meta({ description: "atelier.example; no port." }),
    }),
    response: Domain,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  listDomains: endpoint({
    method: "GET",
    path: "/stores/{storeId}/domains",
    summary: "The store's hosts, the primary one first; at most 50.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofStore,
    params: inStore,
    response: z.object({ items: z.array(Domain) }),
    errors: ["NOT_FOUND"],
  }),
  getDomain: endpoint({
    method: "GET",
    path: "/stores/domains/{id}",
    summary: "One host, with what has to be done to prove it.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofDomain,
    params: byId,
    response: Domain,
    errors: ["NOT_FOUND"],
  }),
  updateDomain: endpoint({
    method: "PUT",
    path: "/stores/domains/{id}",
    summary:
      "Makes a proven host the primary one, of which the owners are mailed, or switches it off and on.",
    access: { allow: ["MANAGE_SETTINGS"], peopleOnly: true },
    store: ofDomain,
    params: byId,
    body: z.strictObject({
      isPrimary: z.literal(true).optional(),
      status: DomainStatus.extract(["ACTIVE", "INACTIVE"]).optional(),
    }),
    response: Domain,
    errors: ["NOT_FOUND", "DOMAIN_NOT_VERIFIED", "PRIMARY_DOMAIN", "EDIT_CONFLICT", "RATE_LIMITED"],
  }),
  verifyDomain: endpoint({
    method: "POST",
    path: "/stores/domains/{id}/verification",
    summary:
      "Looks for the proof now, in the DNS and then on the host; the answer says what was found.",
    access: { allow: ["MANAGE_SETTINGS"], peopleOnly: true, limit: 20, limitTarget: "id" },
    store: ofDomain,
    params: byId,
    response: Domain,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "RATE_LIMITED"],
  }),
  deleteDomain: endpoint({
    method: "DELETE",
    path: "/stores/domains/{id}",
    summary:
      "Gives a host up: it serves no more, and is free for others. The primary one stays, and so does the store's own host under the platform.",
    access: { allow: ["MANAGE_SETTINGS"], peopleOnly: true },
    store: ofDomain,
    params: byId,
    errors: ["NOT_FOUND", "PRIMARY_DOMAIN", "PLATFORM_DOMAIN", "EDIT_CONFLICT"],
  }),
};
