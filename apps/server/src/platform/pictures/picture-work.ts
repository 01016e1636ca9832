import { ApiFailure } from "../errors.ts";
import { createFairQueue, QueueFullError } from "../fair-queue.ts";
import {
  createWorkProcess,
  ThreadMemoryError,
  ThreadTimeoutError,
  type WorkProcess,
} from "../work-thread.ts";
import { anonymousLimits, storeLimits } from "./picture-bounds.ts";
import type { PictureAnswer, PictureJob, PictureJobs } from "./picture-process.ts";

/** Who makes us decode a picture: they wait with their like. */
export type PictureSource =
  | { from: "anonymous"; address: string }
  | { from: "staff"; address: string; storeId: string }
  | { from: "import"; storeId: string };

const processOptions = {
  file: new URL("./picture-process.ts", import.meta.url),
  limitMs: 30_000,
  maxMemoryMb: 768,
};
/** What comes in and what is shown have a process each: visitors wait for nobody's upload. */
const incoming = createWorkProcess<PictureJob, PictureAnswer>(processOptions);
const shown = createWorkProcess<PictureJob, PictureAnswer>(processOptions);

/** Each hands one picture at a time to its process, which takes turns among them. Imports take one after the other. */
const queues = {
  anonymous: createFairQueue({ waiting: 16, waitingOfGroup: 4 }),
  staff: createFairQueue({ waiting: 64, waitingOfGroup: 8 }),
  import: createFairQueue({ waiting: Infinity }),
  /** A page of a new store asks for all its pictures at once. */
  visitors: createFairQueue({ waiting: 512, waitingOfGroup: 128 }),
};

/** A job about a picture that came in. Throws VALIDATION_FAILED for what is no picture within its limits, SERVER_BUSY. */
export async function workOnIncoming<Kind extends "prepare" | "check">(
  source: PictureSource,
  kind: Kind,
  job: Omit<PictureJobs[Kind]["job"], "limits">,
): Promise<PictureJobs[Kind]["result"]> {
  const limits = source.from === "anonymous" ? anonymousLimits : storeLimits;
  const whole = { ...job, limits } as PictureJobs[Kind]["job"];
  try {
    return await orBusy(
      queues[source.from].run(() => runJob(incoming, kind, whole), ...groupsOf(source)),
    );
  } catch (error) {
    if (error instanceof ThreadTimeoutError || error instanceof ThreadMemoryError)
      throw invalidPicture("Use a smaller picture: this one takes too long to read.");
    throw error;
  }
}

type Run = <Kind extends "size" | "icons">(
  kind: Kind,
  job: PictureJobs[Kind]["job"],
) => Promise<PictureJobs[Kind]["result"]>;

/** Work on what a visitor is shown. It reads what it needs when its turn comes. Throws SERVER_BUSY. */
export function workOnShown<Result>(
  address: string,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  return orBusy(queues.visitors.run(() => work((kind, job) => runJob(shown, kind, job)), address));
}

async function runJob<Kind extends keyof PictureJobs>(
  worker: WorkProcess<PictureJob, PictureAnswer>,
  kind: Kind,
  job: PictureJobs[Kind]["job"],
): Promise<PictureJobs[Kind]["result"]> {
  const answer = await worker.run({ kind, ...job } as PictureJob);
  if ("refused" in answer) throw invalidPicture(answer.refused);
  return answer.result;
}

async function orBusy<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    const message = "Many pictures are being worked on. Try again in a few seconds.";
    throw new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds: 5 });
  }
}

/** Staff take turns by store, and one address cannot wait in all of its stores. */
function groupsOf(source: PictureSource): string[] {
  switch (source.from) {
    case "anonymous":
      return [source.address];
    case "staff":
      return [`store ${source.storeId}`, `address ${source.address}`];
    case "import":
      return [source.storeId];
  }
}

export function invalidPicture(message: string): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", message, [{ path: "file", message }]);
}
