import type { AuditEntry, logging } from "@vetrina/contract/stores/logging";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readAuditEntry } from "./queries.ts";

/** Adds a caller's own entry, always marked MANUAL and under the caller's name. */
export async function createAuditEntry(
  ctx: Context,
  { body: { action, entityType, entityId, before, after } }: Input<typeof logging.createAuditEntry>,
): Promise<AuditEntry> {
  return ctx.tx(async (tx) => {
    const id = await audit(tx, ctx, {
      action,
      entityType,
      entityId: entityId ?? null,
      before,
      after,
      origin: "MANUAL",
    });
    const entry = await readAuditEntry(tx, id);
    if (entry === undefined) throw notFound("entry");
    return entry;
  });
}
