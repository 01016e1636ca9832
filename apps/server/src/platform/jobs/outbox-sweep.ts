import type { Logger } from "pino";
import { type Services, systemTransaction } from "../context.ts";
import { queryable, type Sql, sql } from "../database/sql.ts";
import type { OutboxTopics } from "../outbox.ts";
import { isDiskFull } from "../unavailable.ts";
import { describeError } from "./describe-error.ts";
import { inPlaces } from "./in-places.ts";

export type Job<T extends keyof OutboxTopics> = {
  /** The outbox row's; the same for each try. */
  id: string;
  storeId: string;
  payload: OutboxTopics[T];
  /** This try's number, from 1. */
  attempts: number;
};

/** Does a topic's work, outside any transaction. It may be called again for work that is done: at least once. */
export type EventHandler<T extends keyof OutboxTopics> = (
  services: Services,
  job: Job<T>,
) => Promise<void>;
export type EventHandlers = { [T in keyof OutboxTopics]: EventHandler<T> };

type AnyJob = Job<keyof OutboxTopics> & { topic: string };

const maxInHand = 8;
/** Of one owner's stores, so that long jobs of one delay nobody else's. */
const maxOfOwner = 2;
/** After so many tries a failure is not logged any more; the row stays and is tried every three hours. */
const loggedTries = 12;

/** Does everything that is due, some at a time, and returns how many were tried. Throws where the database is away. */
export function sweepOutbox(
  services: Services,
  handlers: EventHandlers,
  log: Logger,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inPlaces(
    maxInHand,
    (free, inHand: readonly AnyJob[]) => claim(services, free, inHand),
    (job) => work(services, handlers, log, job),
    stopped,
  );
}

/** A claimed row is ours for 10 seconds, later 40; another process takes it up after that. */
function claim({ database }: Services, max: number, inHand: readonly AnyJob[]): Promise<AnyJob[]> {
  const stores = inHand.map(({ storeId }) => storeId);
  const ids = inHand.map(({ id }) => id);
  return queryable(database.worker).rows<AnyJob>(sql`
    select store_id as "storeId", id, topic, payload, attempts
    from door.claim_outbox(${max}, ${maxOfOwner}, ${stores}::uuid[], ${ids}::uuid[])`);
}

async function work(
  services: Services,
  handlers: EventHandlers,
  log: Logger,
  job: AnyJob,
): Promise<void> {
  const { id, storeId, topic, attempts } = job;
  try {
    await handlerOf(handlers, topic)(services, job);
  } catch (error) {
    const reason = describeError(error);
    if (attempts <= loggedTries)
      log.warn(
        { job: id, storeId, topic, attempts, reason, lastLogged: attempts === loggedTries },
        "outbox job failed",
      );
    await mark(services, job, sql`last_error = ${reason}, ${nextTry(job, error)}`);
    return;
  }
  await mark(services, job, sql`done_at = ${services.now()}, last_error = null`);
}

/** 10 s doubling to about 3 hours. A full disk says nothing about the job, and costs it no try. */
function nextTry({ attempts }: AnyJob, error: unknown): Sql {
  return isDiskFull(error)
    ? sql`attempts = attempts - 1, run_at = now() + interval '10 s'`
    : sql`run_at = now() + interval '10 s' * 2 ^ ${Math.min(attempts - 1, 10)}::int`;
}

function handlerOf(handlers: EventHandlers, topic: string) {
  const known: Partial<Record<string, unknown>> = handlers;
  if (!Object.hasOwn(known, topic)) throw new Error(`this version has no handler for ${topic}`);
  // Each handler takes the payload of its own topic, which is what the row of that topic holds.
  return known[topic] as EventHandler<keyof OutboxTopics>;
}

async function mark(
  services: Services,
  { storeId, id }: AnyJob,
  change: ReturnType<typeof sql>,
): Promise<void> {
  await systemTransaction(services, storeId, (tx) =>
    tx.run(sql`update shop.outbox set ${change} where store_id = ${storeId} and id = ${id}`),
  );
}
