import { type Gateway, GatewayRefused, type ReportRequest } from "../../gateways/provider.ts";
import { type Context, contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { countCall } from "../../platform/http/callers/rate-limit.ts";
import { defineJob, GiveUp, type Job } from "../../platform/jobs/define-job.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { readOpenlyDisputed } from "../disputes/dispute-rows.ts";
import { gatewayFor } from "../payment-providers/account.ts";
import { refreshPayment } from "../webhooks/refresh-payment.ts";
import { type AccountRow, findAccount, noteEnd, noteFailure, noteStart } from "./accounts.ts";
import { reconcileAccountType } from "./enqueue-run.ts";
import { type Found, findDifferences, maxFound, type Span } from "./find-differences.ts";
import { leaveOutForeign, matchMovements, saveMovements } from "./movements.ts";
import { oldestOpen, saveDifferences } from "./save-differences.ts";

const hour = 60 * 60_000;
/** Each run reads the last 14 days again, because reports are late and pending movements may settle days later. */
const overlapMs = 14 * 24 * hour;
/**
 * Maximum number of new movements per hour for all stores of an owner. Without it, an owner could fill the database
 * with movements of test payments, which are never deleted.
 */
const maxNewMovements = 20_000;
/** Maximum number of payments per run that the provider is asked about. */
const maxAsked = 50;

/** Compares an account's report with our payments, refunds and disputes. */
export const reconcileAccounts = defineJob({
  ...reconcileAccountType,
  concurrency: 2,
  ofOwner: 1,
  leaseMs: 5 * 60_000,
  pauseSeconds: (attempt) => Math.min(60 * 2 ** (attempt - 1), 3600),
  maxAttempts: 8,
  async run(services, job) {
    const ctx = job.storeId === null ? null : await contextOfWork(services, job.storeId);
    if (ctx === null) return;
    const account = await ctx.tx((tx) => findAccount(tx, job.payload.accountId));
    if (account === undefined) return;
    const gateway = await gatewayFor(ctx, account.provider, account.environment);
    if (gateway === null) return;
    try {
      await reconcile(ctx, job, account, gateway);
    } catch (error) {
      // Doesn't retry, because someone must first change what the keys may read.
      if (error instanceof GatewayRefused) throw new GiveUp(error.issue.description);
      throw error;
    }
  },
  async gaveUp(services, { storeId, payload: { accountId } }, reason) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    await ctx?.tx((tx) => noteFailure(tx, accountId, reason));
  },
});

async function reconcile(
  ctx: Context,
  job: Job<{ accountId: string }>,
  account: AccountRow,
  gateway: Gateway,
): Promise<void> {
  const now = ctx.now();
  const begin = account.created_at.getTime() - hour;
  const known = account.read_until?.getTime() ?? 0;
  const from = new Date(Math.min(Math.max(begin, known - overlapMs), now.getTime() - hour));
  await job.step((tx) => noteStart(tx, account.id, now));
  const add: ReportRequest["add"] = async (movements) => {
    const added = await job.step((tx) => saveMovements(tx, account, movements));
    await countMovements(ctx, added);
  };
  const readUntil = await gateway.report?.({ from, until: now, add });
  if (readUntil === undefined) return;
  const oldest = await job.step(async (tx) => {
    await matchMovements(tx, account);
    return oldestOpen(tx, account.id);
  });
  await leaveOutForeign(ctx, account);
  const since = oldest !== null && oldest < from ? oldest : from;
  await askAbout(ctx, job, account, { since, until: readUntil });
  await job.finish(async (tx) => {
    await matchMovements(tx, account);
    const differences = await findDifferences(tx, account, { since, until: readUntil });
    await saveDifferences(tx, ctx, account, differences);
    await noteEnd(tx, account.id, { at: ctx.now(), readUntil });
    if (differences.cutAt !== null)
      await noteFailure(
        tx,
        account.id,
        `Only the oldest ${maxFound} differences are listed. Check that the keys belong to this store's account.`,
      );
  });
}

/**
 * Counts new movements. Throws RATE_LIMITED above the limit; the job is then retried later, and movements that are
 * already stored are not counted again.
 */
async function countMovements({ services, store }: Context, added: number): Promise<void> {
  if (added === 0) return;
  const { app } = services.database;
  await countCall(app, `movements of ${store.owner}`, maxNewMovements, 60 * 60, added);
}

/** Differences that a lost webhook can cause. They may be resolved once the provider is asked about the payment. */
const askable = new Set<Found["kind"]>([
  "ORPHAN_CAPTURE",
  "ORPHAN_DISPUTE",
  "MISSING_DISPUTE",
  "DISPUTE_AMOUNT",
]);

/**
 * Asks the provider about payments with an `askable` difference, then about those with an open dispute. A dispute may
 * have ended without causing a difference.
 */
async function askAbout(
  ctx: Context,
  job: Job<{ accountId: string }>,
  account: AccountRow,
  span: Span,
): Promise<void> {
  const payments = await ctx.tx(async (tx) => {
    const { found } = await findDifferences(tx, account, span);
    const differing = found.flatMap(({ kind, payment_id: id }) =>
      askable.has(kind) && id !== null ? [id] : [],
    );
    return new Set([...differing, ...(await readOpenlyDisputed(tx, account, maxAsked))]);
  });
  for (const id of [...payments].slice(0, maxAsked)) {
    await job.renew();
    try {
      await refreshPayment(ctx, id);
    } catch (error) {
      const reason = describeError(error);
      ctx.services.log.warn(
        { traceId: ctx.traceId, paymentId: id, reason },
        "a payment's state could not be read from its provider",
      );
    }
  }
}

/** Adds a job for each account that is due, once a day. Returns the number of jobs. */
export function findDueReconciliations(
  services: Services,
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(
    services,
    batch,
    (size) => sql`door.due_reconciliations(${services.now()}, ${size})`,
    stopped,
  );
}
