import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { StoredPicture } from "../../platform/pictures/media.ts";

export type ImportedMedia = StoredPicture & { id: string; bytes: number; alt: string };

/** Adds stored pictures to the store's media, except those already there. Returns the ids of the added ones. */
export async function importMedia(
  tx: Transaction,
  media: readonly ImportedMedia[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (media.length === 0) return new Set();
  const added = await tx.rows<{ id: string }>(sql`
    insert into shop.media (store_id, id, key, width, height, widths, bytes, alt, created_at, updated_at)
    select ${tx.storeId}, id, key, width, height, array(select jsonb_array_elements_text(widths)::int), bytes, alt, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(media)}::jsonb) as r (id uuid, key text, width int, height int, widths jsonb,
      bytes int, alt text)
    on conflict (store_id, key) do nothing returning id`);
  return new Set(added.map(({ id }) => id));
}
