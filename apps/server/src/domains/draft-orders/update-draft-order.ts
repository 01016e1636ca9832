import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { audit } from "../../platform/audit.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Transaction } from "../../platform/context.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { countCopiedLines } from "../order-records/count-copied-lines.ts";
import {
  type DraftLineRow,
  type DraftRow,
  lockDraft,
  presentDraftWithItems,
  readDraftLines,
  readDraftWithItems,
  requireOpen,
} from "./draft-rows.ts";
import { endDraftLinks } from "./end-draft-links.ts";
import { priceDraft, type PricedDraft } from "./price-draft.ts";
import { readSentLines, readTerms, requireSameCurrency } from "./read-terms.ts";
import { holdUnits, releaseUnits, rewriteDraft } from "./write-draft.ts";

/** Changes the fields sent and prices the draft again. If `items` isn't sent, the lines keep their prices. */
export const updateDraftOrder: Handler<typeof draftOrders.updateDraftOrder> = async (
  ctx,
  { id, body },
) => {
  await countCopiedLines(
    ctx,
    (body.items ?? []).map((line) => line.variantId),
  );
  return ctx.tx(async (tx) => {
    const was = await lockDraft(tx, id);
    const lines = await readDraftLines(tx, id);
    const now = ctx.now();
    await requireFresh(tx, ctx, "draft order", was.version, async () =>
      presentDraftWithItems(was, lines, now),
    );
    requireOpen(was);
    requireSameCurrency(was, ctx);
    const terms = await readTerms(tx, ctx, was, body);
    const wanted = readSentLines(body.items, lines, ctx.store.currency);
    const rate = body.shippingRateId === undefined ? "any" : "rate";
    const draft = await priceDraft(tx, ctx, terms, wanted, rate);
    if (was.is_holding && draft.terms.hold_until === null)
      await releaseUnits(tx, id, "Draft order hold released");
    await rewriteDraft(tx, id, draft);
    await changeHold(tx, was, lines, draft, body.holdUntil !== undefined);
    // The old address may have been mistyped, and the link sent there would also open the order after the right buyer
    // has paid for it.
    if (was.email !== null && draft.terms.email !== was.email)
      await endDraftLinks(tx, ctx, was, "The draft's email changed.");
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "draft order",
      entityId: id,
      after: { changed: Object.keys(body) },
    });
    return readDraftWithItems(tx, id, now);
  });
};

/** Starts a hold or changes its units. A hold that has expired stays expired until staff set a new end. */
async function changeHold(
  tx: Transaction,
  was: DraftRow,
  lines: readonly DraftLineRow[],
  draft: PricedDraft,
  isChosen: boolean,
): Promise<void> {
  if (draft.terms.hold_until === null || (!was.is_holding && !isChosen)) return;
  if (was.is_holding && unitsIn(lines) === unitsIn(draft.lines)) return;
  const variantIds = lines.map((line) => line.variant_id);
  await holdUnits(tx, was.id, draft, { isHolding: was.is_holding, variantIds });
}

function unitsIn(lines: readonly DraftLineRow[]): string {
  return lines
    .map((line) => `${line.variant_id} ${line.quantity}`)
    .toSorted()
    .join();
}
