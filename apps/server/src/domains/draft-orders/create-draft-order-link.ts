import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { storeOrigin } from "../../platform/mail/store-origin.ts";
import { draftKey, payLink } from "./draft-link.ts";
import { type DraftRow, lockDraft, requireOpen } from "./draft-rows.ts";
import { endDraftLinks } from "./end-draft-links.ts";

/** Returns the pay link. Anyone who has the link can pay with it, so each call is audited. */
export const createDraftOrderLink: Handler<typeof draftOrders.createDraftOrderLink> = (
  ctx,
  { id },
) =>
  ctx.tx(async (tx) => {
    const draft = await lockToLink(tx, ctx, id);
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

/**
 * Locks a draft whose pay link is about to be shown or sent. If the link has ended with its buyer's erasure, makes a
 * new one. Throws INVALID_TRANSITION if the link would not work.
 */
export async function lockToLink(tx: Transaction, ctx: Context, id: string): Promise<DraftRow> {
  const draft = await lockDraft(tx, id);
  requireOpen(draft);
  if (draft.expires_at <= ctx.now())
    throw new ApiFailure("INVALID_TRANSITION", "The pay link has expired. Extend it first.", {
      status: "EXPIRED",
    });
  if (draft.has_key) return draft;
  await endDraftLinks(tx, ctx, draft, "The draft's former buyer was erased.");
  return lockDraft(tx, id);
}
