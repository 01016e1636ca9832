import type { Context, Transaction } from "../../platform/context.ts";
import type { Findings } from "./findings.ts";

/** Numbers of records created, updated and left unchanged. */
export type Counts = { created: number; updated: number; unchanged: number };

/**
 * What a step has done or would do. `planned`: the records to list in a report. `weight`: what the step counts toward
 * the import limit; by default, the number of records created and updated.
 */
export type Step<Planned = unknown> = Counts & { planned?: readonly Planned[]; weight?: number };

export const noCounts: Counts = { created: 0, updated: 0, unchanged: 0 };

/** Returns the number of records in a step. Throws for an empty step, which would make the caller loop forever. */
export function sizeOf({ created, updated, unchanged }: Counts): number {
  const size = created + updated + unchanged;
  if (size === 0) throw new Error("an import step processed no records");
  return size;
}

export function addCounts(sum: Counts, { created, updated, unchanged }: Counts): void {
  sum.created += created;
  sum.updated += updated;
  sum.unchanged += unchanged;
}

/**
 * The file's name, for the audit log, and its upload time. Products that a product CSV publishes get this time as
 * publication time.
 */
export type SentFile = { fileName: string; at: Date };

/** An import file that has been read. Its records are compared with the store and written in steps. */
export type ImportFile<Planned = unknown> = {
  /** Errors and warnings found while reading the file, before it is compared with the store. */
  findings: Findings;
  /** The number of rows in the file. */
  rows: number;
  /** The number of records: products of a product CSV, rows of an inventory CSV, or records of a catalogue file. */
  total: number;
  /** Whether each step of the check depends on the earlier ones, so that a job must run all of them without pausing. */
  checkIsIndivisible?: boolean;
  /** Does the part of a step that needs no transaction. Called before both `check` and `write`. */
  prepare?: (from: number) => Promise<void>;
  /** Releases what the steps have cached. Call it when the import ends. */
  close?: () => void;
  /**
   * Compares a step's records, starting at `from`, with the store. If any step adds errors to `findings`, nothing is
   * imported.
   */
  check: (tx: Transaction, from: number, findings: Findings) => Promise<Step<Planned>>;
  /**
   * The URLs of pictures, with the lines that refer to them. Missing pictures are downloaded before the first write.
   */
  pictures: readonly { url: string; row: number }[];
  /** Writes a step's records. If this adds errors to `findings`, the caller must roll back the transaction. */
  write: (
    tx: Transaction,
    ctx: Context,
    from: number,
    findings: Findings,
  ) => Promise<Step<Planned>>;
};
