import type { ImageKind } from "@vetrina/contract/common";
import type { FileProduct } from "./file-product.ts";
import type { PictureSource, StoreImage, StoreProduct } from "./store-product.ts";

/** A picture of the planned product. `id` is null if the product doesn't have the picture yet. */
export type PlannedImage = PictureSource & {
  id: string | null;
  alt: string;
  color: string | null;
  kind: ImageKind;
};

/** The size used to show a picture of unknown size. */
const unknownSize = { width: 960, height: 1200 };

/**
 * Plans the product's pictures: those of the file in its order, then those added by staff. Returns null if nothing
 * changes, or if the file has no picture columns.
 */
export function planImages(
  file: FileProduct,
  store: StoreProduct | undefined,
  pictures: ReadonlyMap<string, PictureSource>,
): PlannedImage[] | null {
  if (file.images === undefined) return null;
  const had = store?.images ?? [];
  const planned: PlannedImage[] = [];
  const shown = new Set<string>();
  const free = new Set(had);
  // If several stored pictures have the same key, the first one is used.
  const partners = new Map(had.toReversed().map((image) => [keyOf(image), image]));
  for (const { url, alt, color } of file.images) {
    const source = pictures.get(url) ?? remote(url);
    const identity = source.key ?? source.remoteUrl;
    if (shown.has(identity)) continue;
    shown.add(identity);
    const partner = partners.get(keyOf(source));
    if (partner !== undefined) free.delete(partner);
    planned.push({
      ...source,
      id: partner?.id ?? null,
      alt: alt ?? partner?.alt ?? file.name,
      color: color === undefined ? (partner?.color ?? null) : color,
      kind: partner?.kind ?? kindOf(alt),
    });
  }
  for (const image of free) if (!image.imported) planned.push(asPlanned(image));
  return isAsBefore(planned, had) ? null : planned;
}

function keyOf({ key, remoteUrl }: Pick<PictureSource, "key" | "remoteUrl">): string {
  return JSON.stringify([key, remoteUrl]);
}

/** Detects the kind of a new picture by its alt text. Existing pictures keep the kind set in the store. */
function kindOf(alt: string | null): ImageKind {
  return alt !== null && /technical drawing/i.test(alt) ? "DRAWING" : "PHOTO";
}

function remote(url: string): PictureSource {
  return { key: null, remoteUrl: url, ...unknownSize, widths: [] };
}

function asPlanned(image: StoreImage): PlannedImage {
  const { imported: _imported, ...rest } = image;
  return rest;
}

function isAsBefore(planned: readonly PlannedImage[], had: readonly StoreImage[]): boolean {
  return (
    planned.length === had.length &&
    planned.every(
      ({ id, alt, color }, i) =>
        id === had[i]?.id && alt === had[i]?.alt && color === had[i]?.color,
    )
  );
}
