import type { Services } from "../context.ts";
import { queryable } from "../database/sql.ts";
import { type ClaimedJob, leaseOf, type Outcome, type Room, workJobs } from "./claim-jobs.ts";
import type { AnyJob } from "./define-job.ts";
import { type Presence, stayPresent } from "./presence.ts";
import { runJob } from "./run-job.ts";

/** Claims and runs jobs in this process. */
export type JobRunner = {
  /**
   * Records jobs that have ended, claims new ones and starts them. Returns how many started, and whether there are
   * more lanes to search.
   */
  round(options: { frees: boolean; claims: boolean }): Promise<{ started: number; more: boolean }>;
  /** The number of jobs that run now. */
  running(): number;
  /** Resolves when no job runs. */
  idle(): Promise<void>;
  /** Marks this process as gone; other processes take the jobs that still run here. */
  close(): void;
};

type Running = { claimed: ClaimedJob; lost: () => void };

/**
 * While most running jobs haven't ended, an ended job waits up to this long, so that several ends are recorded
 * together.
 */
const gatherMs = 8;

/**
 * Creates this process's runner. `ended` is called when jobs have ended and new ones may be able to start now, without
 * waiting for the next poll.
 */
export function createJobRunner(
  services: Services,
  definitions: readonly AnyJob[],
  { stopped, ended }: { stopped: () => boolean; ended: () => void },
): JobRunner {
  const { database, log } = services;
  const byKind = new Map(definitions.map((each) => [each.kind, each]));
  const running = new Map<ClaimedJob, Running>();
  const ends = new Set<Promise<void>>();
  let outcomes: Outcome[] = [];
  let after: Record<string, string> = {};
  let presence: Presence | undefined;
  let gathering: NodeJS.Timeout | undefined;

  const reportNow = () => {
    clearTimeout(gathering);
    gathering = undefined;
    ended();
  };
  // Recording an end also claims new jobs, which costs far more. So one statement records several ends.
  const tell = () => {
    if (outcomes.length >= running.size) reportNow();
    else gathering ??= setTimeout(reportNow, gatherMs);
  };

  const present = async () => {
    if (presence !== undefined) return presence;
    const made = await stayPresent(database);
    presence = made;
    made.onLost(() => {
      if (presence === made) presence = undefined;
      // Other processes consider this one gone and take its jobs.
      for (const { lost } of running.values()) lost();
    });
    return made;
  };

  const roomOf = (job: AnyJob): Room => {
    const own = [...running.keys()].filter(({ kind }) => kind === job.kind);
    const withLarge = own.every(({ isLarge }) => !isLarge);
    return { job, room: job.concurrency - own.length, withLarge, after: after[job.kind] ?? "" };
  };

  const start = (claimed: ClaimedJob) => {
    const definition = byKind.get(claimed.kind);
    if (definition === undefined) return;
    const lease = leaseOf(definition);
    const abort = new AbortController();
    const { kind, id: job } = claimed;
    const lost = () => {
      clearTimeout(timer);
      abort.abort();
      if (running.delete(claimed)) reportNow();
    };
    const timer = setTimeout(() => {
      log.error({ job, kind, leaseMs: lease }, "job hung and will be tried again");
      lost();
    }, lease).unref();
    running.set(claimed, { claimed, lost });
    const control = { stopped, signal: abort.signal, renewed: () => void timer.refresh() };
    const run = async () => {
      const outcome = await runJob(services, definition, claimed, control);
      clearTimeout(timer);
      const wasFull = roomOf(definition).room <= 0;
      const mine = running.delete(claimed);
      if (outcome !== null && (mine || outcome.mail !== undefined)) outcomes.push(outcome);
      if (mine && (definition.everySeconds === undefined || wasFull)) tell();
    };
    const end = run().finally(() => ends.delete(end));
    ends.add(end);
  };

  return {
    async round({ frees, claims }) {
      const { key } = await present();
      const rooms = claims ? definitions.map(roomOf).filter(({ room }) => room > 0) : [];
      const sent = [...outcomes];
      const db = queryable(database.worker);
      const claimed = await workJobs(db, key, sent, rooms, frees);
      // Removed only now, so that after a failed statement they are sent again. Outcomes of claims that are no longer
      // held are ignored.
      outcomes = outcomes.slice(sent.length);
      after = claimed.next;
      for (const each of claimed.jobs) start(each);
      return { started: claimed.jobs.length, more: Object.keys(after).length > 0 };
    },
    running: () => running.size,
    async idle() {
      while (running.size > 0) await Promise.race(ends);
    },
    close() {
      clearTimeout(gathering);
      presence?.end();
    },
  };
}
