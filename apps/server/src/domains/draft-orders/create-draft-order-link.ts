import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { audit } from "../../platform/audit.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { storeOrigin } from "../../platform/mail/store-origin.ts";
import { draftKey, payLink } from "./draft-link.ts";
import { type DraftRow, lockDraft, requireOpen } from "./draft-rows.ts";

/** Returns the pay link. Anyone who has the link can pay with it, so each call is audited. */
export const createDraftOrderLink: Handler<typeof draftOrders.createDraftOrderLink> = (
  ctx,
  { id },
) =>
  ctx.tx(async (tx) => {
    const draft = await lockDraft(tx, id);
    requireLink(draft, ctx.now());
    await audit(tx, ctx, {
      action: "OTHER",
      entityType: "draft order",
      entityId: id,
      after: { linkShown: true },
    });
    const { key } = draftKey(ctx.services, id, draft.link_version);
    const origin = storeOrigin(ctx.store.domain, ctx.services.publicUrl);
    return { url: payLink(origin, draft, key), expiresAt: draft.expires_at.toISOString() };
  });

/** Throws INVALID_TRANSITION if the draft's pay link would not work. */
export function requireLink(draft: DraftRow, now: Date): void {
  requireOpen(draft);
  if (draft.expires_at > now) return;
  throw new ApiFailure("INVALID_TRANSITION", "The pay link has expired. Extend it first.", {
    status: "EXPIRED",
  });
}
