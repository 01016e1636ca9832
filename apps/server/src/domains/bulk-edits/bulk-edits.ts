import type { BulkChange, BulkSelection } from "@vetrina/contract/catalogue/bulk-changes";
import type {
  BulkCounts,
  BulkEdit,
  BulkEditState,
  BulkEditWithSelection,
  BulkItemReason,
  BulkItemState,
} from "@vetrina/contract/catalogue/bulk-edits";
import type { Progress } from "@vetrina/contract/catalogue/progress";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { mayAsk } from "./rules.ts";

export type Counts = Partial<Record<BulkItemState, number>>;
export type Reasons = Partial<Record<BulkItemReason, number>>;

/** An edit as read by the worker and the handlers while they hold its lock. */
export type LockedEdit = {
  id: string;
  state: BulkEditState;
  selection: BulkSelection;
  change: BulkChange;
  note: string | null;
  productCount: number;
  counts: Counts;
  reasons: Reasons;
  worked: number;
  version: number;
  createdBy: BulkEdit["createdBy"];
  createdAt: Date;
  ranAt: Date | null;
  undoneAt: Date | null;
  /** False if the edit's items are or will be deleted, for example to make room for newer edits. */
  keepsItems: boolean;
};

/** An edit without its selection, which may have 5,000 ids. */
export type ListedEdit = Omit<LockedEdit, "selection">;

/** The columns of a ListedEdit. */
export const bulkEditColumns = sql`e.id, e.state, e.change, e.note, e.product_count as "productCount", e.counts, e.reasons,
  e.worked, e.version, jsonb_build_object('kind', e.actor_kind, 'id', e.actor_id) as "createdBy", e.created_at as "createdAt",
  e.ran_at as "ranAt", e.undone_at as "undoneAt", e.item_count > 0 and not e.drops_items as "keepsItems"`;

/** Reads and presents an edit. Throws NOT_FOUND. */
export async function presentEdit(tx: Transaction, id: string): Promise<BulkEditWithSelection> {
  const row = await oneEdit(tx, id, sql``);
  if (row === undefined) throw notFound("bulk edit");
  return { ...bulkEditToWire(tx.storeId, row), selection: row.selection };
}

/**
 * Locks the edit until the transaction ends, so that the worker's next step waits. For handlers. Throws NOT_FOUND,
 * EDIT_CONFLICT, and INVALID_TRANSITION if the edit's state does not allow the action.
 */
export async function lockEdit(
  tx: Transaction,
  ctx: Context,
  id: string,
  what: Parameters<typeof mayAsk>[0],
): Promise<LockedEdit> {
  const edit = await oneEdit(tx, id, sql`for update`);
  if (edit === undefined) throw notFound("bulk edit");
  await requireFresh(tx, ctx, "bulk edit", edit.version, () => presentEdit(tx, id));
  if (mayAsk(what, edit.state)) return edit;
  throw new ApiFailure("INVALID_TRANSITION", whyNot[what], { state: edit.state });
}

const whyNot = {
  run: "Only an edit in state READY can be run. Wait for its preview, or create a new edit.",
  undo: "Only an edit in state DONE, CANCELLED or FAILED can be undone. If it is running, wait until it finishes, or cancel it first.",
  cancel:
    "This edit has already finished, so it can't be canceled. If its changes haven't been undone, you can undo them.",
};

/** The states in which the worker still has to process the edit. */
export const underWay = sql`state in ('PREPARING', 'RUNNING', 'UNDOING')`;

/**
 * Locks an edit that has a next step, waiting if a handler holds its lock. Called by the worker. Returns undefined if
 * the edit has no next step.
 */
export function lockUnderWay(tx: Transaction, id: string): Promise<LockedEdit | undefined> {
  return oneEdit(tx, id, sql`and e.${underWay} for update`);
}

function oneEdit(tx: Transaction, id: string, rest: Sql): Promise<LockedEdit | undefined> {
  return tx.row<LockedEdit>(sql`
    select ${bulkEditColumns}, e.selection from shop.bulk_edits e where e.store_id = ${tx.storeId} and e.id = ${id} ${rest}`);
}

/** Sets a locked edit's next state and increments its version. */
export async function moveOn(
  tx: Transaction,
  id: string,
  state: BulkEditState,
  set: Sql = sql``,
): Promise<void> {
  await tx.run(sql`
    update shop.bulk_edits set state = ${state}, version = version + 1 ${set}
    where store_id = ${tx.storeId} and id = ${id}`);
}

export function bulkEditToWire(storeId: string, row: ListedEdit): BulkEdit {
  const { id, state, change, note, productCount, reasons, createdBy, version } = row;
  const counts = countsOf(row.counts);
  return {
    id,
    storeId,
    state,
    progress: progressOf(row, counts),
    change,
    note,
    productCount,
    counts,
    reasons,
    createdBy,
    version,
    createdAt: row.createdAt.toISOString(),
    ranAt: row.ranAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

function countsOf(counts: Counts): BulkCounts {
  const of = (state: BulkItemState) => counts[state] ?? 0;
  return {
    pending: of("PENDING"),
    skipped: of("SKIPPED"),
    done: of("DONE"),
    failed: of("FAILED"),
    undone: of("UNDONE"),
    undoFailed: of("UNDO_FAILED"),
  };
}

const progressStates: Partial<Record<BulkEditState, Progress["state"]>> = {
  READY: "DONE",
  DONE: "DONE",
  UNDONE: "DONE",
  CANCELLED: "CANCELLED",
  FAILED: "FAILED",
};

function progressOf(row: ListedEdit, counts: BulkCounts): Progress {
  const { done, total } = howFar(row, counts);
  return { state: progressStates[row.state] ?? (done === 0 ? "WAITING" : "RUNNING"), done, total };
}

function howFar(row: ListedEdit, counts: BulkCounts): { done: number; total: number } {
  if (row.undoneAt !== null) {
    const done = counts.undone + counts.undoFailed;
    return { done, total: done + counts.done };
  }
  if (row.ranAt !== null) {
    const done = counts.done + counts.failed;
    return { done, total: done + counts.pending };
  }
  return { done: row.worked, total: row.productCount };
}
