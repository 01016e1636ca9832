import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { audit } from "../../platform/audit.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { draftKey } from "./draft-link.ts";
import { lockDraft } from "./draft-rows.ts";
import { replaceDraftKey } from "./write-draft.ts";

/**
 * Revokes a draft's pay links, for example after one reached the wrong person. If the draft has become an order,
 * revokes the order's links instead.
 */
export const revokeDraftOrderLinks: Handler<typeof draftOrders.revokeDraftOrderLinks> = (
  ctx,
  { id },
) =>
  ctx.tx(async (tx) => {
    const draft = await lockDraft(tx, id);
    const version = draft.link_version + 1;
    const { hash } = draftKey(ctx.services, id, version);
    await replaceDraftKey(tx, draft, { version, hash });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "draft order",
      entityId: id,
      after: { linksRevoked: true },
    });
  });
