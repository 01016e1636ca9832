import type { ImageKind } from "@vetrina/contract/common";
import type { ValidationError } from "@vetrina/contract/errors";
import type { media } from "@vetrina/contract/catalogue/media";
import type { Product, ProductOption } from "@vetrina/contract/catalogue/products";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { writeImages } from "../products/bulk-writes/images.ts";
import { lockProduct, settleProduct } from "../products/change-product.ts";
import { pictureColorsOf } from "../products/picture-colors.ts";
import { presentProduct } from "../products/read-product.ts";

type Picture = {
  id: string;
  key: string | null;
  remoteUrl: string | null;
  alt: string;
  color: string | null;
  kind: ImageKind;
  width: number;
  height: number;
  widths: number[];
};
type RequestedImage = Input<typeof media.setProductImages>["body"]["images"][number];

/** Replaces a product's pictures. Pictures have no version of their own, so If-Match contains the product's version. */
export async function setProductImages(
  ctx: Context,
  { id, body: { images } }: Input<typeof media.setProductImages>,
): Promise<Product> {
  return ctx.tx(async (tx) => {
    const { version, options } = await lockProduct(tx, id);
    await requireFresh(tx, ctx, "product", version, () => presentProduct(ctx, tx, id));
    const [current, uploaded] = [await readCurrent(tx, id), await readUploaded(tx, images)];
    const rows = planImages(images, options, current, uploaded);
    await writeImages(
      tx,
      [id],
      rows.map((row) => Object.assign({ productId: id }, row)),
    );
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "product",
      entityId: id,
      before: { images: [...current.keys()] },
      after: { images: rows.map((row) => row.id) },
    });
    await settleProduct(tx, ctx, id);
    return presentProduct(ctx, tx, id);
  });
}

/**
 * Returns the row of each requested picture. Throws VALIDATION_FAILED if a picture is neither the product's nor in the
 * store's media, is listed twice, or has a color that the product does not have.
 */
function planImages(
  images: readonly RequestedImage[],
  options: readonly ProductOption[],
  current: ReadonlyMap<string, Picture>,
  uploaded: ReadonlyMap<string, Picture>,
): (Picture & { position: number })[] {
  const errors: ValidationError[] = [];
  const taken = new Set<string>();
  const pictureColor = pictureColorsOf(options);
  const rows = images.flatMap(({ id, mediaId, alt, color, kind }, position) => {
    const named = (id ?? mediaId ?? "").toLowerCase();
    const source = id === undefined ? uploaded.get(named) : current.get(named);
    const path = `images.${position}.${id === undefined ? "mediaId" : "id"}`;
    if (source === undefined || taken.has(named)) {
      const message =
        source === undefined ? "No such picture. Upload it first." : "List each picture once.";
      errors.push({ path, message });
      return [];
    }
    taken.add(named);
    const shown = color === undefined ? source.color : pictureColor(color);
    if (shown !== null && typeof shown === "object") {
      errors.push({ path: `images.${position}.color`, message: shown.error });
      return [];
    }
    return [
      {
        ...source,
        id: id === undefined ? newId() : source.id,
        position,
        alt: alt ?? source.alt,
        color: shown,
        kind: kind ?? source.kind,
      },
    ];
  });
  const [first] = errors;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
  return rows;
}

async function readCurrent(tx: Transaction, productId: string): Promise<Map<string, Picture>> {
  const rows = await tx.rows<Picture>(sql`
    select id, key, remote_url as "remoteUrl", alt, color, kind, width, height, widths from shop.images
    where store_id = ${tx.storeId} and product_id = ${productId} order by position, id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Reads the requested pictures from the store's media and locks their rows, so that they can't be deleted meanwhile.
 */
async function readUploaded(
  tx: Transaction,
  images: readonly RequestedImage[],
): Promise<Map<string, Picture>> {
  const ids = images.flatMap(({ mediaId }) => mediaId ?? []);
  const rows = await tx.rows<Picture>(sql`
    select id, key, null as "remoteUrl", alt, null as color, 'PHOTO' as kind, width, height, widths from shop.media
    where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) order by id for share`);
  return new Map(rows.map((row) => [row.id, row]));
}
