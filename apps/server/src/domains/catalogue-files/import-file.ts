import type { Context, Transaction } from "../../platform/context.ts";
import type { Findings } from "./findings.ts";

/** Numbers of records created, updated and left unchanged. */
export type Counts = { created: number; updated: number; unchanged: number };

/** What a step did, or would do: its records, and what reports list about them. */
export type Step<Planned = unknown> = Counts & { planned?: readonly Planned[] };

export const noCounts: Counts = { created: 0, updated: 0, unchanged: 0 };

/** The number of records in a step. Throws for an empty step, because the caller would loop forever. */
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

/** The file's name, for the audit log, and its upload time, which becomes the publication time of its products. */
export type SentFile = { fileName: string; at: Date };

/** An import file that was read; it is compared with the store and written in separate steps. */
export type ImportFile<Planned = unknown> = {
  /** Errors and warnings of the file itself. */
  findings: Findings;
  /** The number of rows in the file. */
  rows: number;
  /** The number of records: products, or rows of stock. */
  total: number;
  /**
   * Sorts the records in a fixed order for the same file and `stored`, with those that must be written together
   * first. Returns what to store for the next call.
   */
  arrange: (tx: Transaction, stored: string[] | null) => Promise<string[]>;
  /** Whether each step of the check depends on the earlier ones, so that all of them must run in one time slice. */
  checkIsIndivisible?: boolean;
  /** Does the part of a step that needs no transaction, the same for `check` and `write`. */
  prepare?: (from: number) => Promise<void>;
  /** Releases what the steps have cached; call it when the import ends. */
  close?: () => void;
  /** Compares a step's records, from `from` on, with the store. If there are errors, the import ends. */
  check: (tx: Transaction, from: number, findings: Findings) => Promise<Step<Planned>>;
  /** The addresses of pictures with the lines that name them. Missing ones are downloaded before the first write. */
  pictures: readonly { url: string; row: number }[];
  /** Writes a step's records. If they now have errors because the store has changed, the step writes nothing. */
  write: (
    tx: Transaction,
    ctx: Context,
    from: number,
    findings: Findings,
  ) => Promise<Step<Planned>>;
};
