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
/** An edit goes on for so long in its turn: a long one leaves room for the others. */
const turnMs = 2000;
const maxInHand = 4;
/** After so many failures in a row, 21 minutes after the first, an edit is given up. */
const maxFailures = 8;

type Next = { store_id: string; id: string };

/** Takes the next steps of the edits that are under way, in turns of one edit an owner; answers with how many turns were taken. */
export async function workBulkEdits(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const worker = queryable(services.database.worker);
  // Those that failed, or that another process has in hand: the next sweep tries them again.
  const passed: string[] = [];
  let turns = 0;
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
        if (store !== null && (await takeTurn(systemContext(services, store), id, stopped)))
          turns += 1;
        else passed.push(id);
      } catch (error) {
        passed.push(id);
        const reason = describeError(error);
        services.log.error({ sweep: "bulk-edits", id, reason }, "sweep failed");
      }
    },
    stopped,
  );
  return turns;
}

async function takeTurn(ctx: Context, id: string, stopped: () => boolean): Promise<boolean> {
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
 * One step of an edit in one transaction: what is cut off in it has not happened. False where there is none to take, or
 * another process is at it.
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

/** The next try comes later each time: after ten seconds, doubling. What is done stays done, and can be undone. */
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

/** A full disk says nothing about the edit, which is not given up for it. */
async function putOff(ctx: Context, id: string): Promise<void> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.bulk_edits set due_at = ${ctx.now()}::timestamptz + interval '10 s'
      where store_id = ${tx.storeId} and id = ${id} and due_at is not null`),
  );
}

/** Forgets the edits that nobody has run for a month, and the items of those that drop them. */
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
