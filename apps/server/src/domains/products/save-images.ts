import type { ImageKind } from "@vetrina/contract/common";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { lockProduct, settleProduct } from "./change-product.ts";

/**
 * A picture under /media (`key`), or an external one (`remoteUrl`), which no page shows until it has been downloaded.
 */
export type NewImage = ({ key: string } | { remoteUrl: string }) & {
  alt: string;
  /** The size of the largest file, in pixels. */
  width: number;
  height: number;
  /** Widths in which the picture is served as AVIF. */
  widths: readonly number[];
  /** The color that the picture shows, as the product's option spells it; null if it shows every color. */
  color: string | null;
  kind: ImageKind;
};

/** Replaces a product's pictures with these, in this order. */
export async function saveImages(
  ctx: Context,
  { productId, images }: { productId: string; images: readonly NewImage[] },
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockProduct(tx, productId);
    const removed = await tx.run(
      sql`delete from shop.images where store_id = ${tx.storeId} and product_id = ${productId}`,
    );
    const rows = images.map((image, position) => Object.assign({ id: newId(), position }, image));
    await tx.run(sql`
      insert into shop.images (store_id, id, product_id, position, key, remote_url, alt, color, width, height, widths, kind)
      select ${tx.storeId}, i.id, ${productId}, i.position, i.key, i."remoteUrl", i.alt, i.color, i.width, i.height, i.widths, i.kind
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (id uuid, position int, key text, "remoteUrl" text,
        alt text, color text, width int, height int, widths int[], kind text)`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "product",
      entityId: productId,
      before: { images: removed },
      after: { images: images.length },
    });
    await settleProduct(tx, ctx, productId);
  });
}
