import type { Image, ImageKind } from "@vetrina/contract/common";

/** A row of catalogue.images. The picture's files are at /media/${key}. */
export type ImageRow = {
  id: string;
  key: string;
  alt: string;
  width: number;
  height: number;
  widths: number[];
  color: string | null;
  kind: ImageKind;
};

/** The picture as the API returns it. */
export function imageToWire({ key, ...row }: ImageRow): Image {
  return { ...row, url: `/media/${key}/640.webp` };
}
