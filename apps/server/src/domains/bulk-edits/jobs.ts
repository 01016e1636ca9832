import {
  againAfterDeadlock,
  type Context,
  type Services,
  systemContext,
} from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { isDiskFull } from "../../platform/unavailable.ts";
import { applyStep } from "./apply-step.ts";
import { lockDueEdit } from "./bulk-edits.ts";
import type { StepSize } from "./items.ts";
import { previewStep } from "./preview-step.ts";

const stepSize: StepSize = { products: 100, variants: 1000, items: 500 };
/** An edit takes so many steps in its turn: a long one leaves room for the others. */
const stepsATurn = 20;
/** After so many failures in a row, 21 minutes after the first, an edit is given up. */
const mostFailures = 8;

/** Takes the next steps of the edits that are under way, in all stores; answers with how many edits took one. */
export function workBulkEdits(
  services: Services,
  batch = 20,
  stopped: () => boolean = () => false,
): Promise<number> {
  return sweepDue(
    services,
    "bulk-edits",
    (after) =>
      sql`select * from door.due_bulk_edits(${services.now()}, ${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const store = await services.directory.find(store_id);
      return store !== null && takeTurn(systemContext(services, store), id, stopped);
    },
    stopped,
  );
}

async function takeTurn(ctx: Context, id: string, stopped: () => boolean): Promise<boolean> {
  try {
    for (let steps = 0; steps < stepsATurn; steps += 1)
      if (stopped() || !(await againAfterDeadlock(() => takeStep(ctx, id)))) return steps > 0;
    return true;
  } catch (error) {
    await (isDiskFull(error) ? putOff(ctx, id) : noteFailure(ctx, id));
    throw error;
  }
}

/**
 * One step of an edit in one transaction: what is cut off in it has not happened. False where there is none to take, or
 * another process is at it.
 */
export function takeStep(ctx: Context, id: string, size = stepSize): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const edit = await lockDueEdit(tx, id);
    if (edit === undefined) return false;
    await (edit.state === "PREPARING" ? previewStep : applyStep)(ctx, tx, edit, size);
    return true;
  });
}

/** The next try comes later each time: after ten seconds, doubling. What is done stays done, and can be undone. */
async function noteFailure(ctx: Context, id: string): Promise<void> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.bulk_edits set failures = failures + 1,
        due_at = case when failures + 1 < ${mostFailures} then ${ctx.now()}::timestamptz + interval '10 s' * 2 ^ failures end,
        state = case when failures + 1 < ${mostFailures} then state else 'FAILED' end,
        version = version + case when failures + 1 < ${mostFailures} then 0 else 1 end
      where store_id = ${tx.storeId} and id = ${id} and due_at is not null`),
  );
}

/** A full disk says nothing about the edit, which is not given up for it. */
async function putOff(ctx: Context, id: string): Promise<void> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.bulk_edits set due_at = ${ctx.now()}::timestamptz + interval '10 s'
      where store_id = ${tx.storeId} and id = ${id} and due_at is not null`),
  );
}

/** Forgets the edits that nobody has run for a month. */
export function forgetBulkEdits(
  services: Services,
  batch = 5000,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(
    services,
    batch,
    sql`door.forget_bulk_edits(${services.now()}, ${batch})`,
    stopped,
  );
}
