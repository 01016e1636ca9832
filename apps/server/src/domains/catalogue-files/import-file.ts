import type { Context, Transaction } from "../../platform/context.ts";
import type { Findings } from "./findings.ts";

/** How many things were made, changed and left as they are; together the size of the step. */
export type Outcome = { made: number; changed: number; unchanged: number };

/** How many things a step was of; throws where it was of none, since who goes on from there never ends. */
export function sizeOf({ made, changed, unchanged }: Outcome): number {
  const size = made + changed + unchanged;
  if (size === 0) throw new Error("a step of an import got nowhere");
  return size;
}

/** A file's name, which goes into the audit, and when it was sent: what it publishes is published then. */
export type SentFile = { fileName: string; at: Date };

/** A file that was read, to be compared with the store and written into it in steps of their own. */
export type ImportFile = {
  /** What is wrong with the file by itself. */
  findings: Findings;
  /** How many things there are in it: products, rows of stock. */
  total: number;
  /**
   * Puts the things into their order, the same for the same file and `kept`; what has to be written together comes first.
   * Answers with what to keep for the next time.
   */
  arrange: (tx: Transaction, kept: string[] | null) => Promise<string[]>;
  /** Each step of the check needs those before it: it is not cut in two by the end of a turn. */
  checkNeedsWhole?: boolean;
  /** Does the part of a step, the same for `check` and `write`, that no transaction has to wait for. */
  prepare?: (from: number) => Promise<void>;
  /** Releases what the steps have kept; for when the import ends. */
  close?: () => void;
  /** Compares a step's things, those from `from` on, with the store. Faults of a file that has some are its end. */
  check: (tx: Transaction, from: number, findings: Findings) => Promise<Outcome>;
  /** The addresses of pictures, with the lines that name them; those that are not here are fetched before the first write. */
  pictures: readonly { url: string; row: number }[];
  /** Writes a step's things. Where the store has changed so that they are faults now, nothing of the step is written. */
  write: (tx: Transaction, ctx: Context, from: number, findings: Findings) => Promise<Outcome>;
};
