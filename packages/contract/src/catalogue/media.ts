import { z } from "zod";
import { Flag, Id, ImageKind, Limit, listOf, OptionalText, Page, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Product } from "./products.ts";

const Alt = OptionalText(300);

export const Media = z
  .object({
    id: Id,
    storeId: Id,
    key: z
      .string()
      .meta({ description: "The key by which the store's home page refers to the image." }),
    url: z.string().meta({
      description:
        "The WebP file. AVIF files are in the same folder: `{width}.avif` for each width.",
    }),
    alt: z.string().meta({
      description:
        "The image's alternative text. When a product adds the image without its own `alt`, this text is copied.",
    }),
    width: z.int().meta({ description: "The largest file's width in pixels." }),
    height: z.int(),
    widths: z.array(z.int()),
    bytes: z.int().meta({ description: "The size of the uploaded file in bytes." }),
    isUsed: z.boolean().meta({
      description: "Whether a product, a collection or a page of the store uses the image.",
    }),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Media" });
export type Media = z.infer<typeof Media>;

const access = { allow: ["MANAGE_PRODUCTS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "media", in: "params", field: "id" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });

export const media = {
  uploadMedia: endpoint({
    method: "POST",
    path: "/media/store/{storeId}",
    summary:
      "Uploads an image (JPEG, PNG, WebP, AVIF or GIF; up to 20 MB, 50 megapixels and 320 MiB decoded) and removes its metadata. Identical files are stored once.",
    access: { ...access, limit: 120 },
    store: byStore,
    params: storeParams,
    query: z.object({ alt: Alt.optional() }),
    upload: {
      types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"],
      maxBytes: 20 * 1024 * 1024,
    },
    response: Media,
    status: 201,
    errors: ["NOT_FOUND", "RATE_LIMITED", "LIMIT_REACHED", "SERVER_BUSY"],
  }),
  listMedia: endpoint({
    method: "GET",
    path: "/media/store/{storeId}",
    summary: "Lists the store's images, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({ isUsed: Flag.optional(), page: Page, limit: Limit }),
    response: listOf(Media),
    errors: ["NOT_FOUND"],
  }),
  updateMedia: endpoint({
    method: "PUT",
    path: "/media/{id}",
    summary: "Changes an image's alternative text.",
    access,
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({ alt: Alt }),
    response: Media,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  deleteMedia: endpoint({
    method: "DELETE",
    path: "/media/{id}",
    summary: "Deletes an image that isn't used anywhere.",
    access,
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "MEDIA_IN_USE", "EDIT_CONFLICT"],
  }),
  setProductImages: endpoint({
    method: "PUT",
    path: "/products/{id}/images",
    summary:
      "Sets a product's images and their order. Send the product's current images by `id` and new ones by `mediaId`. Images that aren't sent are removed.",
    access,
    store: { by: "resource", kind: "product", in: "params", field: "id" },
    params: z.object({ id: Id }),
    body: z.strictObject({
      images: z
        .array(
          z
            .strictObject({
              id: Id.optional(),
              mediaId: Id.optional(),
              alt: Alt.optional(),
              color: OptionalText(120).nullish(),
              kind: ImageKind.optional(),
            })
            .refine(
              ({ id, mediaId }) => (id === undefined) !== (mediaId === undefined),
              "Send exactly one of id or mediaId.",
            ),
        )
        .max(100),
    }),
    response: Product,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
