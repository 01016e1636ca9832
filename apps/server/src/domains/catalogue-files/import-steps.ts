import type { Context, Services, Transaction } from "../../platform/context.ts";
import { holdCurrency } from "../../platform/database/lock-store.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { storePicture } from "../../platform/pictures/media.ts";
import { invalidPicture } from "../../platform/pictures/picture-work.ts";
import { hasPictureRoom, noPictureRoom } from "../media/picture-room.ts";
import { createFindings, type Findings, maxStored } from "./findings.ts";
import { type ImportFile, sizeOf, type Step } from "./import-file.ts";
import type { FetchPicture } from "./pictures/fetch-picture.ts";
import { type FetchedPictures, fetchPictures } from "./pictures/fetch-pictures.ts";
import type { PictureWaits } from "./pictures/picture-waits.ts";
import { readKnownPictures } from "./pictures/known-pictures.ts";

const picturesAtOnce = 8;
const lookedUpAtOnce = 500;

/** The total number of records processed after this step, and what the step did. */
export type Processed<Planned = unknown> = { done: number; step: Step<Planned> };

/** How the steps run. A background job commits each step, and a command writes all steps in one transaction. */
export type StepRunner<Planned = unknown> = {
  /** Runs a step's work in a transaction, together with what the caller records about the step. */
  run: (work: (tx: Transaction) => Promise<Processed<Planned>>) => Promise<void>;
  /** Returns true to stop before the next step. The caller continues later. */
  isOver: () => boolean;
};

/** Returns the number of records to compare with the store: 0 if the file already has `maxStored` errors. */
export function recordsToCheck({ findings, total }: ImportFile): number {
  return findings.errorCount < maxStored ? total : 0;
}

/**
 * Compares the records from `from` on with the store and adds findings to `found`. Returns the number of records
 * checked so far, including those before `from`.
 */
export async function checkRecords<Planned>(
  file: ImportFile<Planned>,
  from: number,
  found: Findings,
  { run, isOver }: StepRunner<Planned>,
): Promise<number> {
  const total = recordsToCheck(file);
  let done = from;
  while (done < total && !found.isFull) {
    if (isOver()) return done;
    await file.prepare?.(done);
    let inStep = createFindings();
    let next = done;
    await run(async (tx) => {
      inStep = createFindings();
      const step = await file.check(tx, done, inStep);
      next = done + sizeOf(step);
      return { done: next, step };
    });
    done = next;
    found.join(inStep);
  }
  if (found.isFull) found.stopAt(found.errors.at(-1)?.row ?? 0);
  return done;
}

/** Thrown if the store has changed since the check, for example if another variant now has one of the file's SKUs. */
export class StoreChanged extends Error {
  override name = "StoreChanged";
  readonly found: Findings;
  readonly done: number;

  constructor(message: string, found: Findings, done: number) {
    super(message);
    this.found = found;
    this.done = done;
  }
}

/**
 * Writes the records from `from` on. Returns the number of records written so far, including those before `from`.
 * Throws StoreChanged.
 */
export async function writeRecords<Planned>(
  file: ImportFile<Planned>,
  ctx: Context,
  from: number,
  { run, isOver }: StepRunner<Planned>,
): Promise<number> {
  let done = from;
  while (done < file.total) {
    if (isOver()) return done;
    await file.prepare?.(done);
    let next = done;
    const work = async (tx: Transaction) => {
      await holdCurrency(tx, ctx);
      const found = createFindings();
      const step = await file.write(tx, ctx, done, found);
      if (found.errors.length > 0)
        throw new StoreChanged("The store has changed since the file was checked.", found, done);
      next = done + sizeOf(step);
      return { done: next, step };
    };
    try {
      await run(work);
    } catch (error) {
      throw asStoreChanged(error, done);
    }
    done = next;
  }
  return done;
}

function asStoreChanged(error: unknown, done: number): unknown {
  return error instanceof ApiFailure && error.code === "CURRENCY_CHANGED"
    ? new StoreChanged(error.message, createFindings(), done)
    : error;
}

/** A batch of downloaded pictures, and how many of the file's pictures have been processed after this batch. */
export type PictureBatch = FetchedPictures & { done: number };

/**
 * Downloads the pictures of the file, starting at index `from`, that the store doesn't have. Calls `save` after each
 * batch. Returns false if `isOver` stopped it; the next run starts at `done` of the last batch.
 */
export async function downloadPictures(
  ctx: Context,
  services: Services,
  { pictures }: ImportFile,
  fetchPicture: FetchPicture,
  { from, waits }: { from: number; waits: PictureWaits },
  { save, isOver }: { save: (batch: PictureBatch) => Promise<void>; isOver: () => boolean },
): Promise<boolean> {
  const store = async (bytes: Uint8Array) => {
    if (!(await ctx.tx((tx) => hasPictureRoom(tx, services)))) throw invalidPicture(noPictureRoom);
    return storePicture(services.files, bytes, { from: "import", storeId: ctx.store.id });
  };
  for (let first = from; first < pictures.length; first += lookedUpAtOnce) {
    const some = pictures.slice(first, first + lookedUpAtOnce);
    const urls = some.map(({ url }) => url);
    const known = await ctx.tx((tx) => readKnownPictures(tx, urls));
    const missing = [...some.keys()].filter((i) => !known.has(urls[i] ?? ""));
    for (let next = 0; next < missing.length; next += picturesAtOnce) {
      if (isOver()) return false;
      const batch = missing.slice(next, next + picturesAtOnce);
      const asked = batch.flatMap((i) => some[i] ?? []);
      const result = await fetchPictures(asked, fetchPicture, store, waits);
      await save({ ...result, done: first + (batch.at(-1) ?? 0) + 1 });
    }
    const done = Math.min(first + lookedUpAtOnce, pictures.length);
    await save({ fetched: new Map(), missing: [], done });
  }
  return true;
}
