import {
  againAfterDeadlock,
  type Context,
  type Services,
  systemContext,
} from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { runConcurrently } from "../../platform/jobs/run-concurrently.ts";
import { isDiskFull } from "../../platform/unavailable.ts";
import { applyStep } from "./apply-step.ts";
import { lockDueEdit } from "./bulk-edits.ts";
import type { StepSize } from "./items.ts";
import { previewStep } from "./preview-step.ts";

const stepSize: StepSize = { products: 100, variants: 1000, items: 500 };
/** The time slice of an edit in ms: a long edit leaves room for the others. */
const turnMs = 2000;
const maxInHand = 4;
/** An edit is given up after this many failures in a row, 21 minutes after the first. */
const maxFailures = 8;

type Next = { store_id: string; id: string };

/** Runs the next steps of pending edits, one edit per owner at a time. Returns how many time slices were run. */
export async function workBulkEdits(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const worker = queryable(services.database.worker);
  // Edits that failed or that another process has locked are tried again in the next sweep.
  const passed: string[] = [];
  let slices = 0;
  await runConcurrently(
    maxInHand,
    (free, inHand: readonly Next[]) => {
      const known = [...passed, ...inHand.map(({ id }) => id)];
      const stores = inHand.map(({ store_id }) => store_id);
      return worker.rows<Next>(sql`
        select * from door.next_bulk_edits(${free}, ${services.now()}, ${known}::uuid[], ${stores}::uuid[])`);
    },
    async ({ store_id, id }) => {
      try {
        const store = await services.directory.find(store_id);
        if (store !== null && (await runTimeSlice(systemContext(services, store), id, stopped)))
          slices += 1;
        else passed.push(id);
      } catch (error) {
        passed.push(id);
        const reason = describeError(error);
        services.log.error({ sweep: "bulk-edits", id, reason }, "sweep failed");
      }
    },
    stopped,
  );
  return slices;
}

async function runTimeSlice(ctx: Context, id: string, stopped: () => boolean): Promise<boolean> {
  const ends = performance.now() + turnMs;
  try {
    let steps = 0;
    do {
      if (stopped() || !(await againAfterDeadlock(() => takeStep(ctx, id)))) return steps > 0;
      steps += 1;
    } while (performance.now() < ends);
    return true;
  } catch (error) {
    await (isDiskFull(error) ? putOff(ctx, id) : noteFailure(ctx, id));
    throw error;
  }
}

/**
 * Runs one step of an edit in one transaction, so that an interrupted step leaves nothing behind. Returns false if no step
 * is due or another process has locked the edit.
 */
export function takeStep(ctx: Context, id: string, size = stepSize): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const edit = await lockDueEdit(tx, id);
    if (edit === undefined) return false;
    await tx.run(sql`
      update shop.bulk_edits set turn_at = ${ctx.now()} where store_id = ${tx.storeId} and id = ${id}`);
    await (edit.state === "PREPARING" ? previewStep : applyStep)(ctx, tx, edit, size);
    return true;
  });
}

/** Retries with backoff: after ten seconds, then doubling. Finished items stay finished and can be undone. */
async function noteFailure(ctx: Context, id: string): Promise<void> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.bulk_edits set failures = failures + 1,
        due_at = case when failures + 1 < ${maxFailures} then ${ctx.now()}::timestamptz + interval '10 s' * 2 ^ failures end,
        state = case when failures + 1 < ${maxFailures} then state else 'FAILED' end,
        drops_items = ran_at is null and failures + 1 >= ${maxFailures},
        version = version + case when failures + 1 < ${maxFailures} then 0 else 1 end
      where store_id = ${tx.storeId} and id = ${id} and due_at is not null`),
  );
}

/** A full disk is no failure of the edit, so it does not count toward giving up. */
async function putOff(ctx: Context, id: string): Promise<void> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.bulk_edits set due_at = ${ctx.now()}::timestamptz + interval '10 s'
      where store_id = ${tx.storeId} and id = ${id} and due_at is not null`),
  );
}

/** Deletes the edits that nobody has run for a month, and the items of edits marked to drop them. */
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
