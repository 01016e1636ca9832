import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { endLinks } from "../order-records/end-links.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { draftKey } from "./draft-link.ts";
import type { DraftRow } from "./draft-rows.ts";
import { replaceDraftKey } from "./write-draft.ts";

/**
 * Revokes a draft's pay links, or the order's links if the draft has become an order. `reason` tells staff why; it is
 * absent if staff revoked the links themselves. The caller holds the draft's lock.
 */
export async function endDraftLinks(
  tx: Transaction,
  ctx: Context,
  draft: DraftRow,
  reason?: string,
): Promise<void> {
  const { id } = draft;
  if (draft.converted_at !== null) {
    await lockOrder(tx, id);
    return endLinks(tx, ctx, id, reason);
  }
  const version = draft.link_version + 1;
  await replaceDraftKey(tx, draft, { version, hash: draftKey(ctx.services, id, version).hash });
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "draft order",
    entityId: id,
    after: { linksRevoked: true, ...(reason === undefined ? {} : { reason }) },
  });
}
