import type { media } from "@vetrina/contract/catalogue/media";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockMedia } from "./media-rows.ts";

/** Deletes the row immediately. A later sweep deletes the files, unless they are used elsewhere. Throws MEDIA_IN_USE. */
export async function deleteMedia(
  ctx: Context,
  { id }: Input<typeof media.deleteMedia>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    const present = await lockMedia(tx, id);
    await requireFresh(tx, ctx, "picture", present.version, async () => present);
    if (present.isUsed)
      throw new ApiFailure(
        "MEDIA_IN_USE",
        "A product, a collection or a page shows this picture. Remove it there first.",
      );
    await tx.run(sql`delete from shop.media where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "media",
      entityId: id,
      before: { url: present.url, alt: present.alt },
    });
  });
}
