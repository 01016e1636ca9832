import type { apiKeys } from "@vetrina/contract/people/api-keys";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { markRevoked } from "../api-key-records/api-key-rows.ts";
import { enqueueEndPayLinksOfKey } from "../roles/enqueue-end-pay-links.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { lockApiKey } from "./queries.ts";

/**
 * Revokes a key permanently, with effect from the next call. Repeating the call changes nothing. The row is kept for
 * the audit log.
 */
export async function revokeApiKey(
  ctx: Context,
  { id }: Input<typeof apiKeys.revokeApiKey>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockPeople(tx);
    const key = await lockApiKey(tx, id);
    const { status } = key;
    if (status === "REVOKED") return;
    await markRevoked(tx, id, ctx.now());
    await enqueueEndPayLinksOfKey(tx, { ...key, status: "REVOKED" });
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "API key",
      entityId: id,
      before: { status },
      after: { status: "REVOKED" },
    });
  });
}
