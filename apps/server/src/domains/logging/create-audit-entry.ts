import type { AuditEntry, logging } from "@vetrina/contract/stores/logging";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readAuditEntry } from "./queries.ts";

/** Adds an entry in the caller's name, always marked MANUAL. */
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
