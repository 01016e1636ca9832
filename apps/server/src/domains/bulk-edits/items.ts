import type {
  BulkField,
  BulkItemReason,
  BulkItemState,
} from "@vetrina/contract/catalogue/bulk-edits";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { pace } from "../../platform/event-loop/pace.ts";
import type { Counts, LockedEdit, Reasons } from "./bulk-edits.ts";
import type { PlannedItem, Value, Values } from "./rules.ts";

/**
 * The size of one step: for a preview, the number of products (fewer if these have more than `variants` variants); for
 * a run, the number of items.
 */
export type StepSize = { products: number; variants: number; items: number };

/** A planned item, as read by a run or an undo. */
export type Item = {
  position: number;
  productId: string;
  variantId: string | null;
  field: BulkField;
  before: Value;
  after: Value;
};

/** An item with its expected current value (`seen`) and the value to write (`next`). */
export type ItemChange = Item & { seen: Value; next: Value };
type ChangeOf<F extends BulkField> = ItemChange & { field: F; seen: Values[F]; next: Values[F] };

/** Returns the changes to one field, with their exact type. */
export function of<F extends BulkField>(changes: readonly ItemChange[], field: F): ChangeOf<F>[] {
  return changes.filter((change): change is ChangeOf<F> => change.field === field);
}

/** The outcome of an item. `after` is null unless the new value became known only in the run. */
export type Outcome = {
  position: number;
  state: BulkItemState;
  reason: BulkItemReason | null;
  after: Value | null;
};

/**
 * Returns SQL that writes a time as text with microseconds, because values are compared, and JavaScript's Date has only
 * milliseconds.
 */
export function momentSql(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * Maximum bytes of values that are read or written at a time, because parsing and serializing JSON blocks the event
 * loop.
 */
export const maxBytes = 256 * 1024;

/** Maximum bytes of product text, including translations, for which one step rewrites the search words. */
const maxProse = 512 * 1024;

/** Adds the items that a step of the preview has planned, after the existing ones. */
export async function insertItems(
  tx: Transaction,
  edit: LockedEdit,
  items: readonly PlannedItem[],
): Promise<void> {
  const first = 1 + Object.values(edit.counts).reduce((sum, n) => sum + n, 0);
  const rows = items.map((item, i) => {
    const { plan } = item;
    const isOut = typeof plan === "string";
    return Object.assign(item, {
      position: first + i,
      after: isOut ? null : plan,
      state: isOut ? ("SKIPPED" as const) : ("PENDING" as const),
      reason: isOut ? plan : null,
    });
  });
  let [part, letters]: [string[], number] = [[], 0];
  for (const row of rows) {
    await pace();
    const text = JSON.stringify(row);
    if (part.length > 0 && letters + text.length > maxBytes) {
      await insertPart(tx, edit, part);
      [part, letters] = [[], 0];
    }
    part.push(text);
    letters += text.length;
  }
  if (part.length > 0) await insertPart(tx, edit, part);
  await count(tx, edit, null, rows);
}

async function insertPart(tx: Transaction, edit: LockedEdit, rows: readonly string[]) {
  await tx.run(sql`
    insert into shop.bulk_edit_items (store_id, bulk_edit_id, position, product_id, variant_id, field, before, after, state, reason)
    select ${tx.storeId}, ${edit.id}, r.position, r."productId", r."variantId", r.field, r.before, r.after, r.state, r.reason
    from jsonb_to_recordset(${`[${rows.join(",")}]`}::jsonb) as r (position int, "productId" uuid, "variantId" uuid, field text,
      before jsonb, after jsonb, state text, reason text)`);
}

/**
 * Reads the items of the next step: at most `max`, with at most about 256 KB of values and 512 KB of product text
 * (`prose`) whose search words change. Ends a step between two products if possible, so that canceling leaves no
 * product half edited.
 */
export async function nextItems(
  tx: Transaction,
  { id, worked }: LockedEdit,
  state: BulkItemState,
  max: number,
): Promise<{ items: Item[]; prose: number }> {
  const rows = await tx.rows<Item & { found: number; prose: number }>(sql`
    select position, "productId", "variantId", field, before, after, found, prose::int from (
      select p.*, (count(*) over ())::int as found, sum(p.bytes) over (order by p.position) - p.bytes as bytes_before from (
        select w.*, sum(w.prose) over (order by w.first_position) - sum(w.prose) over (partition by w."productId") as prose_before from (
          select n.*, min(n.position) over (partition by n."productId") as first_position,
            case when n.rewords and row_number() over (partition by n."productId", n.rewords order by n.position) = 1
              then ${proseOf(sql`n."productId"`)} else 0 end as prose from (
            select position, product_id as "productId", variant_id as "variantId", field, before, after, field in ('TAGS', 'CATEGORY') as rewords,
              octet_length(before::text) + coalesce(octet_length(after::text), 0) as bytes
            from shop.bulk_edit_items
            where store_id = ${tx.storeId} and bulk_edit_id = ${id} and position > ${worked} and state = ${state}
            order by position limit ${max}) n) w) p
      where prose_before < ${maxProse}) s
    where bytes_before < ${maxBytes} order by position`);
  const isCut = rows.length === max || rows.length < (rows[0]?.found ?? 0);
  const last = rows.at(-1)?.productId;
  const complete = isCut ? rows.filter(({ productId }) => productId !== last) : rows;
  const chosen = complete.length === 0 ? rows : complete;
  return {
    items: chosen.map(({ found: _found, prose: _prose, ...item }): Item => item),
    prose: chosen.reduce((sum, { prose }) => sum + prose, 0),
  };

  /**
   * Returns SQL for the number of bytes of text from which the search words of a product and its translations are made.
   * octet_length needs only the stored size, so PostgreSQL doesn't read the text.
   */
  function proseOf(productId: Sql): Sql {
    return sql`coalesce((
      select octet_length(coalesce(d.seo_description, d.description)) + coalesce((
        select sum(greatest(t.bytes, octet_length(coalesce(d.seo_description, d.description)))) from shop.translations t
        where t.store_id = d.store_id and t.entity_type = 'PRODUCT' and t.entity_id = d.id), 0)
      from shop.products d where d.store_id = ${tx.storeId} and d.id = ${productId}), 0)`;
  }
}

/** Records the outcomes of a step's items, which were all in state `from`. */
export async function noteOutcomes(
  tx: Transaction,
  edit: LockedEdit,
  from: BulkItemState,
  outcomes: readonly Outcome[],
): Promise<void> {
  const [first, last] = [outcomes.at(0)?.position ?? 0, outcomes.at(-1)?.position ?? 0];
  await tx.run(sql`
    update shop.bulk_edit_items i set state = r.state, reason = r.reason, after = coalesce(r.after, i.after)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r (position int, state text, reason text, after jsonb)
    where i.store_id = ${tx.storeId} and i.bulk_edit_id = ${edit.id} and i.position between ${first} and ${last}
      and i.position = r.position`);
  await count(tx, edit, from, outcomes);
  await tx.run(sql`
    update shop.bulk_edits set worked = ${outcomes.at(-1)?.position ?? edit.worked}
    where store_id = ${tx.storeId} and id = ${edit.id}`);
}

async function count(
  tx: Transaction,
  edit: LockedEdit,
  from: BulkItemState | null,
  items: readonly { state: BulkItemState; reason: BulkItemReason | null }[],
): Promise<void> {
  const counts: Counts = { ...edit.counts };
  const reasons: Reasons = { ...edit.reasons };
  if (from !== null) counts[from] = (counts[from] ?? 0) - items.length;
  for (const { state, reason } of items) {
    counts[state] = (counts[state] ?? 0) + 1;
    if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  await tx.run(sql`
    update shop.bulk_edits set counts = ${JSON.stringify(counts)}, reasons = ${JSON.stringify(reasons)}
    where store_id = ${tx.storeId} and id = ${edit.id}`);
}
