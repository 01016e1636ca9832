import type { Media, media } from "@vetrina/contract/media";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { keepPicture, preparePicture } from "../../platform/media.ts";
import { lockPicture } from "./lock-picture.ts";
import { readMedia } from "./media-rows.ts";

const mostPictures = 200_000;

/** Decodes outside any transaction; a file that the store has sent before answers with what it became then. */
export async function uploadMedia(
  ctx: Context,
  { file, alt = "" }: Input<typeof media.uploadMedia>,
): Promise<Media> {
  const picture = await preparePicture(file);
  const { key, width, height, widths } = picture;
  return ctx.tx(async (tx) => {
    await lockPicture(tx, key);
    const known = await tx.row<{ id: string }>(
      sql`select id from shop.media where store_id = ${tx.storeId} and key = ${key}`,
    );
    await keepPicture(ctx.services.files, picture);
    const id = known?.id ?? newId();
    if (known === undefined) {
      const count = await tx.row<{ n: number }>(
        sql`select count(*)::int as n from shop.media where store_id = ${tx.storeId}`,
      );
      if ((count?.n ?? 0) >= mostPictures)
        throw new ApiFailure("LIMIT_REACHED", `A store keeps at most ${mostPictures} pictures.`);
      await tx.run(sql`
        insert into shop.media (store_id, id, key, width, height, widths, bytes, alt, created_at, updated_at)
        values (${tx.storeId}, ${id}, ${key}, ${width}, ${height}, ${widths}, ${file.byteLength}, ${alt}, ${ctx.now()}, ${ctx.now()})`);
    } else
      // It counts as new again: nobody clears it away before it is shown somewhere. Words it has stay.
      await tx.run(sql`
        update shop.media set
          updated_at = ${ctx.now()},
          version = version + case when alt = '' and ${alt} <> '' then 1 else 0 end,
          alt = case when alt = '' then ${alt} else alt end
        where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: known === undefined ? "CREATE" : "UPDATE",
      entityType: "media",
      entityId: id,
      after: { key, bytes: file.byteLength },
    });
    return readMedia(tx, id);
  });
}
