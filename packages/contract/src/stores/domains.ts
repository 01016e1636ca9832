import { z } from "zod";
import { Id, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { DomainStatus } from "../enumerations.ts";

/**
 * A custom domain that a store claims. It serves the store once it is ACTIVE, after ownership has been proved in DNS or
 * on the domain's server.
 */
export const Domain = z
  .object({
    id: Id,
    storeId: Id,
    host: z
      .string()
      .meta({ description: "The host as written in DNS, such as xn--mnchen-3ya.example." }),
    displayHost: z.string().meta({ description: "The host for display, such as münchen.example." }),
    status: DomainStatus.meta({
      description:
        "VERIFYING: not verified yet; checked repeatedly for three days, then FAILED. ACTIVE: verified and serving the store. INACTIVE: verified but switched off.",
    }),
    isPrimary: z.boolean().meta({ description: "The domain used in links and emails." }),
    proof: z
      .object({
        txt: z.object({ name: z.string(), value: z.string() }),
        file: z.object({ url: z.string(), content: z.string() }),
      })
      .nullable()
      .meta({
        description: "Either of these proves ownership of the domain; null once it is verified.",
      }),
    lastError: z.string().nullable().meta({ description: "Why the domain is not verified yet." }),
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
    summary:
      "Claims a custom domain for the store. It serves the store once ownership is verified. Only owners can claim a domain, because whoever controls it receives the sessions of people who sign in there.",
    access: { allow: ["owner"] },
    store: ofStore,
    params: inStore,
    body: z.strictObject({
      host: Text(253).meta({ description: "A host such as atelier.example, without a port." }),
    }),
    response: Domain,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  listDomains: endpoint({
    method: "GET",
    path: "/stores/{storeId}/domains",
    summary: "Lists the store's domains, the primary one first; at most 50.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofStore,
    params: inStore,
    response: z.object({ items: z.array(Domain) }),
    errors: ["NOT_FOUND"],
  }),
  getDomain: endpoint({
    method: "GET",
    path: "/stores/domains/{id}",
    summary: "Returns one domain, with the steps to verify it.",
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
      "Activates or deactivates a verified domain, or makes it the primary one. Deactivating it ends the sessions that were opened there. The owners are notified by email when the primary domain changes.",
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
    summary: "Checks the proof of ownership now, in DNS and on the host, and returns the result.",
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
      "Removes a domain from the store, so that other stores can claim it, and ends the sessions that were opened there. The primary domain and the store's own host on the platform can't be removed.",
    access: { allow: ["MANAGE_SETTINGS"], peopleOnly: true },
    store: ofDomain,
    params: byId,
    errors: ["NOT_FOUND", "PRIMARY_DOMAIN", "PLATFORM_DOMAIN", "EDIT_CONFLICT"],
  }),
};
