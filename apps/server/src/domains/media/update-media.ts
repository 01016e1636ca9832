import type { Media, media } from "@vetrina/contract/catalogue/media";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Input } from "../../platform/http/routes.ts";
import { publishCollection } from "../collections/change-collection.ts";
import { lockMedia, readMedia } from "./media-rows.ts";

/** Changes a picture's alt text, which collections show. Products keep their own alt text for their pictures. */
export async function updateMedia(
  ctx: Context,
  { id, body: { alt } }: Input<typeof media.updateMedia>,
): Promise<Media> {
  return ctx.tx(async (tx) => {
    const present = await lockMedia(tx, id);
    await requireFresh(tx, ctx, "picture", present.version, async () => present);
    await tx.run(sql`
      update shop.media set alt = ${alt}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "media",
      entityId: id,
      before: { alt: present.alt },
      after: { alt },
    });
    const rows = await tx.rows<{ id: string }>(
      sql`select id from shop.collections where store_id = ${tx.storeId} and media_id = ${id} order by id`,
    );
    for (const collection of rows) await publishCollection(tx, collection.id);
    return readMedia(tx, id);
  });
}
