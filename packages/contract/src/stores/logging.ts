import { z } from "zod";
import { bytesOf, Dictionary, Id, Limit, listOf, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { AuditAction } from "../enumerations.ts";

const maxStateBytes = 20_000;
const PostedState = Dictionary(z.string().max(100), z.unknown(), 1000).refine(
  (state) => bytesOf(JSON.stringify(state)) <= maxStateBytes,
  `Use at most ${maxStateBytes.toLocaleString("en-US")} bytes of JSON.`,
);

export const AuditEntry = z
  .object({
    id: Id,
    storeId: Id,
    action: AuditAction,
    entityType: z.string().meta({
      description: "The resource's type: product, order, role assignment, session and so on.",
    }),
    entityId: Id.nullable(),
    actor: z.object({
      kind: z.enum(["user", "api-key", "customer", "order", "shopper", "system"]),
      id: Id.nullable(),
      name: z.string().nullable().meta({ description: "The current name of the user or API key." }),
    }),
    origin: z.enum(["SYSTEM", "MANUAL"]).meta({
      description:
        "SYSTEM: written in the same transaction as the change. MANUAL: added by a caller of this API.",
    }),
    before: z.unknown().meta({
      description:
        "Fields of the resource before the change; null if none are recorded. Long fields that didn't change are left out.",
    }),
    after: z.unknown(),
    traceId: z.string().nullable(),
    createdAt: Time,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

const storeId = z.string().max(253).optional().meta({
  description:
    "Store id, slug or domain. If absent, the store of the host that the request was sent to.",
});

export const logging = {
  createAuditEntry: endpoint({
    method: "POST",
    path: "/logging/audit",
    summary:
      "Adds an entry to the store's audit log, marked MANUAL. Entries can't be changed or deleted.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    body: z.strictObject({
      storeId,
      action: AuditAction.default("OTHER"),
      entityType: Text(60),
      entityId: Id.optional(),
      before: PostedState.optional(),
      after: PostedState.optional(),
    }),
    response: AuditEntry,
    status: 201,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  listAuditEntries: endpoint({
    method: "GET",
    path: "/logging/audit",
    summary:
      "Lists the entries of the store's audit log, newest first. Entries about customers are returned only to callers with MANAGE_CUSTOMERS.",
    access: { allow: ["MANAGE_SETTINGS"], more: "MANAGE_CUSTOMERS" },
    store: { by: "store", in: "query", field: "storeId", orHost: true },
    query: z.object({
      storeId,
      startDate: Time.optional().meta({ description: "Entries at or after this time." }),
      endDate: Time.optional().meta({ description: "Entries before this time." }),
      entityType: z.string().max(60).optional(),
      entityId: Id.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(AuditEntry),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
};
