import type { DraftOrderWithItems } from "@vetrina/contract/orders/draft-orders";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import {
  draftColumns,
  type DraftLineRow,
  type DraftRow,
  lineColumns,
  presentDraftWithItems,
} from "./draft-rows.ts";

/**
 * Returns the ids and approximate sizes in bytes of a customer's drafts, for an export, newest first. Includes drafts
 * without a customer that have this customer's email. A draft that became an order is exported as that order instead.
 */
export function sizesOfDrafts(
  tx: Transaction,
  customerId: string,
  { after, max }: { after: string | null; max: number },
): Promise<{ id: string; bytes: number }[]> {
  return tx.rows(sql`
    select d.id, octet_length(d::text) + (select coalesce(sum(octet_length(l::text)), 0) from shop.draft_order_lines l
      where l.store_id = d.store_id and l.draft_id = d.id)::int as bytes
    from shop.draft_orders d
    where d.store_id = ${tx.storeId} and d.converted_at is null and (${after}::uuid is null or d.id < ${after})
      and (d.customer_id = ${customerId} or (d.customer_id is null and lower(d.email) =
        (select lower(c.email) from shop.customers c where c.store_id = ${tx.storeId} and c.id = ${customerId})))
    order by d.id desc limit ${max}`);
}

export async function readDraftsById(
  tx: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<DraftOrderWithItems[]> {
  const [drafts, lines] = await Promise.all([
    tx.rows<DraftRow>(sql`
      select ${draftColumns} from shop.draft_orders
      where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) order by id desc`),
    tx.rows<DraftLineRow & { draft_id: string }>(sql`
      select draft_id, ${lineColumns} from shop.draft_order_lines
      where store_id = ${tx.storeId} and draft_id = any(${ids}::uuid[]) order by draft_id, position`),
  ]);
  const byDraft = Map.groupBy(lines, ({ draft_id: id }) => id);
  return drafts.map((draft) => presentDraftWithItems(draft, byDraft.get(draft.id) ?? [], now));
}
