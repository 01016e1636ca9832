import type { Image } from "@vetrina/contract/common";

/** A picture as shop.images holds it: the key of files under /media, or a remote address. */
export type ImageRow = {
  id: string;
  key: string | null;
  remote_url: string | null;
  alt: string;
  width: number;
  height: number;
  widths: number[];
  color: string | null;
};

/** The picture as the API shows it. */
export function imageToWire(row: ImageRow): Image {
  const { id, alt, width, height, color } = row;
  if (row.key === null)
    return { id, url: row.remote_url ?? "", alt, width, height, widths: [], color };
  return { id, url: `/media/${row.key}/640.webp`, alt, width, height, widths: row.widths, color };
}
