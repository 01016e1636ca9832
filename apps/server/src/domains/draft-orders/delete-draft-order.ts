import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { audit } from "../../platform/audit.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { lockDraft, presentDraft, requireOpen } from "./draft-rows.ts";
import { releaseUnits, removeDraft } from "./write-draft.ts";

/** Deletes a draft and releases its units. The ledger keeps the record of the hold and the release. */
export const deleteDraftOrder: Handler<typeof draftOrders.deleteDraftOrder> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const draft = await lockDraft(tx, id);
    await requireFresh(tx, ctx, "draft order", draft.version, async () =>
      presentDraft(draft, ctx.now()),
    );
    requireOpen(draft);
    if (draft.is_holding) await releaseUnits(tx, id, "Draft order deleted");
    await removeDraft(tx, id);
    await audit(tx, ctx, { action: "DELETE", entityType: "draft order", entityId: id });
  });
