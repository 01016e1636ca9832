import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from "node:fs";
import path from "node:path";

/** A movement of money, in the same form for every provider. */
export type Entry = {
  seq: number;
  at: string;
  kind: "capture" | "refund" | "refund_reversal" | "dispute" | "dispute_reversal" | "payout";
  account: string;
  /** The id that the capture, refund, dispute or payout has at the provider. */
  id: string;
  /** The id of the PayPal order, Stripe payment intent or Mollie payment; "" for a payout. */
  payment: string;
  currency: string;
  amountMinor: number;
  feeMinor: number;
  /** The change to the balance. */
  netMinor: number;
  /** The shop's own reference to its order. */
  reference: string | null;
};

export type Row = { id: string };
/** A table, identified by its name. T is the type of its rows. */
export type Table<T extends Row> = { readonly name: string; readonly example?: T };

export function table<T extends Row>(name: string): Table<T> {
  return { name };
}

/** Reads rows and collects changes. To change a row, put a changed copy; never change it in place. */
export type Transaction = {
  readonly now: Date;
  get<T extends Row>(from: Table<T>, id: string): T | undefined;
  /** All rows, in the order in which they were created. */
  all<T extends Row>(from: Table<T>): T[];
  put<T extends Row>(into: Table<T>, row: NoInfer<T>): T;
  enter(entry: Omit<Entry, "seq" | "at">): void;
  entries(): readonly Entry[];
};

export type Store = {
  /**
   * Commits the rows and entries that `work` has written with put() and enter(), as one line of the ledger. If `work`
   * throws, commits nothing.
   */
  transact<T>(work: (tx: Transaction) => T): T;
  entries(): readonly Entry[];
  /** Calls the listener with the rows of each commit. */
  onCommit(listener: (rows: readonly (readonly [string, Row])[]) => void): void;
  reset(): void;
  close(): void;
};

type Line = { seq: number; at: string; rows?: [string, Row][]; entries?: Entry[]; reset?: true };
type Tables = Map<string, Map<string, Row>>;

/** Keeps the state in memory. If there is a file, it is an append-only ledger that the state is restored from. */
export function openStore(file: string | null, now: () => Date): Store {
  const tables: Tables = new Map();
  const entries: Entry[] = [];
  const listeners: ((rows: readonly (readonly [string, Row])[]) => void)[] = [];
  let seq = 0;

  const apply = (line: Line) => {
    seq = line.seq;
    if (line.reset) {
      // Keys and certificates are kept, because callers have cached them.
      for (const name of tables.keys()) if (name !== "keys") tables.delete(name);
      entries.length = 0;
    }
    for (const [name, row] of line.rows ?? []) rowsOf(tables, name).set(row.id, row);
    entries.push(...(line.entries ?? []));
  };

  if (file !== null) for (const line of readLines(file)) apply(line);
  const handle = file === null ? null : openSync(file, "a");

  const append = (line: Line) => {
    if (handle !== null) writeSync(handle, `${JSON.stringify(line)}\n`);
    apply(line);
  };

  return {
    transact(work) {
      const at = now();
      const changed: Tables = new Map();
      const entered: Entry[] = [];
      const tx: Transaction = {
        now: at,
        get: <T extends Row>({ name }: Table<T>, id: string) =>
          (changed.get(name)?.get(id) ?? tables.get(name)?.get(id)) as T | undefined,
        all: <T extends Row>({ name }: Table<T>) => {
          const merged = new Map([...(tables.get(name) ?? []), ...(changed.get(name) ?? [])]);
          return [...merged.values()] as T[];
        },
        put: ({ name }, row) => {
          rowsOf(changed, name).set(row.id, row);
          return row;
        },
        enter: (entry) => {
          entered.push({
            seq: entries.length + entered.length + 1,
            at: at.toISOString(),
            ...entry,
          });
        },
        entries: () => [...entries, ...entered],
      };
      const result = work(tx);
      const rows = [...changed].flatMap(([name, each]) =>
        [...each.values()].map((row): [string, Row] => [name, row]),
      );
      if (rows.length + entered.length > 0)
        append({
          seq: seq + 1,
          at: at.toISOString(),
          rows,
          ...(entered.length > 0 ? { entries: entered } : {}),
        });
      for (const listener of listeners) listener(rows);
      return result;
    },
    entries: () => entries,
    onCommit: (listener) => {
      listeners.push(listener);
    },
    reset: () => append({ seq: seq + 1, at: now().toISOString(), reset: true }),
    close: () => {
      if (handle !== null) closeSync(handle);
    },
  };
}

function rowsOf(tables: Tables, name: string): Map<string, Row> {
  const rows = tables.get(name) ?? new Map<string, Row>();
  tables.set(name, rows);
  return rows;
}

/**
 * The lines of a ledger. If a crash has left the last line incomplete, that line is removed, because no response has
 * been sent for it.
 */
function readLines(file: string): Line[] {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  if (!existsSync(file)) return [];
  const content = readFileSync(file);
  const end = content.lastIndexOf("\n") + 1;
  if (end < content.length) truncateSync(file, end);
  return content
    .subarray(0, end)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}
