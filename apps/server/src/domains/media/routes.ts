import type { media } from "@vetrina/contract/catalogue/media";
import type { Routes } from "../../platform/http/routes.ts";
import { deleteMedia } from "./delete-media.ts";
import { listMedia } from "./list-media.ts";
import { setProductImages } from "./set-product-images.ts";
import { updateMedia } from "./update-media.ts";
import { uploadMedia } from "./upload-media.ts";

export const mediaRoutes: Routes<typeof media> = {
  uploadMedia,
  listMedia,
  updateMedia,
  deleteMedia,
  setProductImages,
};
