import type { ImageKind } from "@vetrina/contract/common";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";

export type ImageRow = {
  id: string;
  productId: string;
  position: number;
  key: string | null;
  remoteUrl: string | null;
  alt: string;
  color: string | null;
  kind: ImageKind;
  width: number;
  height: number;
  widths: readonly number[];
};

/** Replaces the products' pictures with these rows. A picture that a product already has keeps its file. */
export async function writeImages(
  tx: Transaction,
  productIds: readonly string[],
  rows: readonly ImageRow[],
): Promise<void> {
  if (productIds.length === 0) return;
  await tx.run(sql`
    delete from shop.images where store_id = ${tx.storeId} and product_id = any(${productIds}::uuid[])
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`);
  await tx.run(sql`
    insert into shop.images (store_id, id, product_id, position, key, remote_url, alt, color, width, height, widths, kind)
    select ${tx.storeId}, r.id, r."productId", r.position, r.key, r."remoteUrl", r.alt, r.color, r.width, r.height,
      array(select jsonb_array_elements_text(r.widths)::int), r.kind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "productId" uuid, position int, key text,
      "remoteUrl" text, alt text, color text, width int, height int, widths jsonb, kind text)
    on conflict (store_id, id) do update
      set position = excluded.position, alt = excluded.alt, color = excluded.color, kind = excluded.kind`);
}
