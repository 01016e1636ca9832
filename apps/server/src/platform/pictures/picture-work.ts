import { ApiFailure } from "../errors.ts";
import { createFairQueue, type Place, QueueFullError } from "../fair-queue.ts";
import { networksAround } from "../http/callers/caller-address.ts";
import {
  createWorkProcess,
  ThreadMemoryError,
  ThreadTimeoutError,
  type WorkProcess,
} from "../work-thread.ts";
import { anonymousLimits, storeLimits } from "./picture-bounds.ts";
import type { PictureAnswer, PictureJob, PictureJobs } from "./picture-process.ts";

/**
 * The source of a picture to decode. Each kind of source has a queue. `owner` is the store's owner; `signal` aborts
 * when the caller disconnects.
 */
export type PictureSource =
  | { from: "anonymous"; address: string; signal?: AbortSignal | undefined }
  | {
      from: "staff";
      address: string;
      owner: string;
      storeId: string;
      signal?: AbortSignal | undefined;
    }
  | { from: "import"; storeId: string };

const processOptions = {
  file: new URL("./picture-process.ts", import.meta.url),
  limitMs: 30_000,
  maxMemoryMb: 768,
};
/** Uploads and displayed pictures have separate processes, so that visitors do not wait for uploads. */
const incoming = createWorkProcess<PictureJob, PictureAnswer>({
  ...processOptions,
  // A camera's picture of 50 megapixels needs 2 s.
  maxCpuMs: 6000,
});
const shown = Array.from({ length: 2 }, () =>
  createWorkProcess<PictureJob, PictureAnswer>(processOptions),
);

/** The queues of uploads and imports each run one picture at a time. Visitors' pictures run in several processes. */
const queues = {
  anonymous: createFairQueue({ waiting: 16, waitingOfGroup: 4 }),
  staff: createFairQueue({ waiting: 64, waitingOfGroup: 8 }),
  import: createFairQueue({ waiting: Infinity }),
  /**
   * One owner's pictures get all processes but one, because a page of a new store requests all its pictures at once.
   */
  visitors: createFairQueue({
    waiting: 512,
    waitingOfGroup: 128,
    atOnce: shown.length,
    atOnceOfTurn: shown.length - 1,
  }),
};

/**
 * Runs a job for an uploaded picture. Throws VALIDATION_FAILED if the file isn't a picture, exceeds the source's
 * limits, or takes too much time or memory to read, and SERVER_BUSY if too many pictures wait.
 */
export async function workOnIncoming<Kind extends "prepare" | "check">(
  source: PictureSource,
  kind: Kind,
  job: Omit<PictureJobs[Kind]["job"], "limits">,
): Promise<PictureJobs[Kind]["result"]> {
  const limits = source.from === "anonymous" ? anonymousLimits : storeLimits;
  const whole = { ...job, limits } as PictureJobs[Kind]["job"];
  try {
    return await orBusy(
      queues[source.from].run(() => runJob(incoming, kind, whole), placeOf(source)),
    );
  } catch (error) {
    if (error instanceof ThreadTimeoutError || error instanceof ThreadMemoryError)
      throw invalidPicture(
        "Use a smaller picture. This one takes too much time or memory to read.",
      );
    throw error;
  }
}

type Run = <Kind extends "size" | "icons">(
  kind: Kind,
  job: PictureJobs[Kind]["job"],
) => Promise<PictureJobs[Kind]["result"]>;

/** The owner of the displayed picture and the caller's address. `signal` aborts when no caller is left waiting. */
export type Viewing = { owner: string; address: string; signal?: AbortSignal | undefined };

/**
 * Runs work on a picture that a visitor sees. `work` should read the file itself, so that waiting calls hold no files
 * in memory. Alternates between owners, then between the networks and addresses that request an owner's pictures.
 * Throws SERVER_BUSY.
 */
export function workOnShown<Result>(
  { owner, address, signal }: Viewing,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const networks = networksAround(address);
  const place = { turns: [owner, ...networks], groups: [networks], signal };
  return orBusy(queues.visitors.run(() => work(runOnShown), place));
}

async function runOnShown<Kind extends "size" | "icons">(
  kind: Kind,
  job: PictureJobs[Kind]["job"],
): Promise<PictureJobs[Kind]["result"]> {
  const worker = shown.pop();
  if (worker === undefined)
    throw new Error("more pictures are in progress than there are processes");
  try {
    return await runJob(worker, kind, job);
  } finally {
    shown.push(worker);
  }
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
    const message = "The server is processing many pictures right now. Try again in a few seconds.";
    throw new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds: 5 });
  }
}

/**
 * Returns the place in the source's queue. Staff take turns by owner, then by store. The number of their waiting
 * pictures is limited for each owner and, across all stores, for each address and its networks.
 */
function placeOf(source: PictureSource): Place {
  switch (source.from) {
    case "anonymous":
      return {
        turns: networksAround(source.address),
        groups: [networksAround(source.address)],
        signal: source.signal,
      };
    case "staff":
      return {
        turns: [source.owner, source.storeId],
        groups: [[source.owner], networksAround(source.address)],
        signal: source.signal,
      };
    case "import":
      return { turns: [source.storeId] };
  }
}

export function invalidPicture(message: string): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", message, [{ path: "file", message }]);
}
