import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { audit } from "../../platform/audit.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import { countCopiedLines } from "../order-records/count-copied-lines.ts";
import { draftKey } from "./draft-link.ts";
import { readDraftWithItems } from "./draft-rows.ts";
import { priceDraft } from "./price-draft.ts";
import { noTerms, readSentLines, readTerms } from "./read-terms.ts";
import { holdUnits, insertDraft, requireRoom } from "./write-draft.ts";

/** Creates a draft at the prices that staff set, and holds its units if requested. */
export const createDraftOrder: Handler<typeof draftOrders.createDraftOrder> = async (
  ctx,
  { body },
) => {
  await countCopiedLines(
    ctx,
    body.items.map((line) => line.variantId),
  );
  return ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    const now = ctx.now();
    if (stored !== null) return readDraftWithItems(tx, stored.id, now);
    const id = newId();
    const terms = await readTerms(tx, ctx, noTerms(now), body);
    const lines = readSentLines(body.items, [], ctx.store.currency);
    const rate = body.shippingRateId === undefined ? "any" : "rate";
    const draft = await priceDraft(tx, ctx, terms, lines, rate);
    await requireRoom(tx);
    const { currency } = ctx.store;
    await insertDraft(tx, id, draft, {
      currency,
      keyHash: draftKey(ctx.services, id, 1).hash,
      at: now,
    });
    if (terms.hold_until !== null)
      await holdUnits(tx, id, draft, { isHolding: false, variantIds: [] });
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "draft order",
      entityId: id,
      after: { lines: draft.lines.length, holdUntil: terms.hold_until },
    });
    await keepAnswer(tx, ctx, { id });
    return readDraftWithItems(tx, id, now);
  });
};
