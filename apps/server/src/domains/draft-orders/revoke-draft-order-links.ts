import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import type { Handler } from "../../platform/http/routes.ts";
import { lockDraft } from "./draft-rows.ts";
import { endDraftLinks } from "./end-draft-links.ts";

/**
 * Revokes a draft's pay links, for example after one reached the wrong person. If the draft has become an order,
 * revokes the order's links instead.
 */
export const revokeDraftOrderLinks: Handler<typeof draftOrders.revokeDraftOrderLinks> = (
  ctx,
  { id },
) => ctx.tx(async (tx) => endDraftLinks(tx, ctx, await lockDraft(tx, id)));
