import { type Transaction, systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { reasonOfStore } from "../../platform/mail/reason-of-store.ts";
import type { LevelKey } from "./levels.ts";

type Low = {
  name: string;
  variantName: string;
  hasOptions: boolean;
  place: string;
  sku: string | null;
  available: number;
  reorderPoint: number;
};

/**
 * The email to the store about levels that are still low when it is written, lowest first. Returns null if none is low
 * anymore.
 */
export const composeLowStock: Composer<"low-stock"> = async (
  services,
  { storeId, to, data: { levels } },
  sender,
  texts,
) => {
  if (storeId === null) return null;
  const { lowStock: t } = texts;
  const low = await systemTransaction(services, storeId, (tx) => readLow(tx, levels));
  if (low.length === 0) return null;
  return {
    subject: t.subject(sender.name),
    preview: t.text,
    heading: t.heading,
    blocks: [
      { kind: "text", text: t.text },
      {
        kind: "rows",
        rows: low.map((level) => ({
          label: level.hasOptions ? `${level.name} (${level.variantName})` : level.name,
          detail: [level.sku, level.place, t.reorderPoint(level.reorderPoint)]
            .filter((part) => part !== null)
            .join(" · "),
          value: t.left(level.available),
        })),
      },
    ],
    reason: reasonOfStore(to, sender, texts),
  };
};

function readLow(tx: Transaction, levels: readonly LevelKey[]): Promise<Low[]> {
  const ids = levels.map((level) => level.variantId);
  return tx.rows<Low>(sql`
    select p.name, v.name as "variantName", v.options <> '{}' as "hasOptions", s.name as place, v.sku,
      l.on_hand - l.reserved as available, l.reorder_point as "reorderPoint"
    from unnest(${ids}::uuid[], ${levels.map((level) => level.location)}::text[]) w (variant_id, location)
    join shop.inventory_levels l on l.store_id = ${tx.storeId} and l.variant_id = w.variant_id and l.location = w.location
    join shop.locations s on s.store_id = l.store_id and s.code = l.location and s.deleted_at is null
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null
    where l.variant_id = any(${ids}::uuid[]) and l.low_since is not null order by available, p.name, v.position, v.id`);
}
