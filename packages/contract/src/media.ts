import { z } from "zod";
import { Flag, Id, ImageKind, Limit, listOf, OptionalText, Page, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Product } from "./products.ts";

const Alt = OptionalText(300);

export const Media = z
  .object({
    id: Id,
    storeId: Id,
    key: z.string().meta({ description: "What the store's home page names it by." }),
    url: z
      .string()
      .meta({ description: "The WebP; AVIF at `${url without the file}/${width}.avif`." }),
    alt: z.string().meta({ description: "Where a product shows it without words of its own." }),
    width: z.int().meta({ description: "Pixels of the largest file." }),
    height: z.int(),
    widths: z.array(z.int()),
    bytes: z.int().meta({ description: "Of the file that was sent." }),
    isUsed: z
      .boolean()
      .meta({ description: "A product, a collection or a page of the store shows it." }),
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
      "Takes a picture (JPEG, PNG, WebP, AVIF or GIF; 20 MB, 50 megapixels and 320 MiB once it is decoded), keeps it without its metadata. The same file is kept once.",
    access: { ...access, limit: 120 },
    store: byStore,
    params: storeParams,
    query: z.object({ alt: Alt.optional() }),
    upload: {
      types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"],
      most: 20 * 1024 * 1024,
    },
    response: Media,
    status: 201,
    errors: ["NOT_FOUND", "RATE_LIMITED", "LIMIT_REACHED", "SERVER_BUSY"],
  }),
  listMedia: endpoint({
    method: "GET",
    path: "/media/store/{storeId}",
    summary: "The store's pictures, newest first.",
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
    summary: "Changes the words for who can't see it.",
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
    summary: "Removes a picture that nothing shows.",
    access,
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "MEDIA_IN_USE", "EDIT_CONFLICT"],
  }),
  setProductImages: endpoint({
    method: "PUT",
    path: "/products/{id}/images",
    summary:
      "The product's pictures in their order: its own by id, uploaded ones by mediaId; those that are not named are taken off.",
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
              "Name one of id and mediaId.",
            ),
        )
        .max(100),
    }),
    response: Product,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
