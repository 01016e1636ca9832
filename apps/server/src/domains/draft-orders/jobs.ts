import { contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { lockDraft } from "./draft-rows.ts";
import { releaseUnits } from "./write-draft.ts";

/** Releases the units of drafts whose hold has expired. If a draft has become an order, its units stay held. */
export function endDraftHolds(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "draft-orders.end-holds",
    (after) => sql`select * from door.ended_draft_holds(${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const ctx = await contextOfWork(services, store_id);
      if (ctx === null) return false;
      return ctx.tx(async (tx) => {
        const draft = await lockDraft(tx, id);
        const { hold_until: until } = draft;
        if (!draft.is_holding || until === null || until > ctx.now()) return false;
        await releaseUnits(tx, id, "Draft order hold expired");
        return true;
      });
    },
    { stopped },
  );
}

/** How long drafts are kept after their pay link has expired. */
const keepEndedMs = 30 * 24 * 60 * 60_000;

/**
 * Deletes drafts a month after their pay link has expired. Keeps drafts that hold units, and those whose link still
 * opens an order that is paid at least in part and not yet shipped. The orders themselves are kept.
 */
export function forgetDraftOrders(
  services: Services,
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  const ended = new Date(services.now().getTime() - keepEndedMs);
  return inBatches(
    services,
    batch,
    (size) => sql`door.forget_draft_orders(${ended}, ${size})`,
    stopped,
  );
}
