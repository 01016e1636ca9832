import {
  type Context,
  type Services,
  systemContext,
  type Transaction,
} from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { again, defineJob } from "../../platform/jobs/define-job.ts";
import { halfAfter, inBatches } from "../../platform/jobs/in-batches.ts";
import { applyStep } from "./apply-step.ts";
import { bulkEditWork } from "./bulk-edit-work.ts";
import { lockUnderWay, moveOn } from "./bulk-edits.ts";
import { ProseUsedUp } from "./count-prose.ts";
import type { StepSize } from "./items.ts";
import { previewStep } from "./preview-step.ts";

/** Maximum number of items of a step. */
const maxItems = 500;
/** The time slice of an edit in ms, after which other edits get a turn. */
const turnMs = 2000;
/** How long an edit waits before it tries again, if its owner's edits have reached the daily limit on product text. */
const usedUpPauseMs = 10 * 60_000;

/**
 * Prepares, runs or undoes an edit step by step. A store's edits run one after another. A step that takes too long is
 * tried again with half the items.
 */
export const processBulkEdits = defineJob({
  ...bulkEditWork,
  concurrency: 4,
  ofOwner: 1,
  inOrder: true,
  // The last attempt is 21 minutes after the first.
  maxAttempts: 8,
  async run(services, { storeId, payload, step, stopped }) {
    const store = storeId === null ? null : await services.directory.find(storeId);
    if (store === null) return;
    const ctx = systemContext(services, store);
    const { bulkEditId, items = maxItems } = payload;
    const size = sizeOf(items);
    try {
      for (const ends = performance.now() + turnMs; performance.now() < ends && !stopped();)
        if (!(await step((tx) => takeStep(ctx, tx, bulkEditId, size), { progress: true }))) return;
      return again();
    } catch (error) {
      if (error instanceof ProseUsedUp) return again({ pauseMs: usedUpPauseMs });
      return again({ payload: { ...payload, items: halfAfter(error, items) } });
    }
  },
  /** Called after the last attempt has failed. Items that have been changed stay changed and can be undone. */
  gaveUp: (_services, { payload, step }) =>
    step(async (tx) => {
      const edit = await lockUnderWay(tx, payload.bulkEditId);
      if (edit !== undefined) await moveOn(tx, edit.id, "FAILED");
    }),
  revive: (_services, tx, { bulkEditId }) =>
    tx.run(sql`
      update shop.bulk_edits set version = version + 1, state = case
        when undone_at is not null then 'UNDOING' when ran_at is not null then 'RUNNING' else 'PREPARING' end
      where store_id = ${tx.storeId} and id = ${bulkEditId} and state = 'FAILED' and not drops_items`),
});

function sizeOf(items: number): StepSize {
  return { products: Math.ceil(items / 5), variants: 2 * items, items };
}

/**
 * Runs one step of an edit in one transaction, so that an interrupted step leaves no changes. Returns false if no step
 * is left.
 */
export async function takeStep(
  ctx: Context,
  tx: Transaction,
  id: string,
  size: StepSize,
): Promise<boolean> {
  const edit = await lockUnderWay(tx, id);
  if (edit === undefined) return false;
  await (edit.state === "PREPARING" ? previewStep : applyStep)(ctx, tx, edit, size);
  return true;
}

/**
 * Deletes edits that were created more than 30 days ago and never ran, and the items of edits that no longer need them.
 */
export function forgetBulkEdits(
  services: Services,
  batch = 5000,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(
    services,
    batch,
    (size) => sql`door.forget_bulk_edits(${services.now()}, ${size})`,
    stopped,
  );
}
