import { z } from "zod";
import { Email, Id, Image, Limit, listOf, LongText, Page, Text, Time } from "./common.ts";
import { OrderReference } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const Fit = z.enum(["small", "true", "large"]);
export const ReviewPhoto = Image.pick({
  id: true,
  url: true,
  width: true,
  height: true,
  widths: true,
}).meta({ id: "ReviewPhoto" });
export type ReviewPhoto = z.infer<typeof ReviewPhoto>;
/** Most pictures of one review, and bytes of one. */
export const maxReviewPhotos = 4;
export const maxReviewPhotoBytes = 8 * 1024 * 1024;
export const Review = z
  .object({
    id: Id,
    name: z.string(),
    rating: z.int().min(1).max(5),
    title: z.string(),
    content: z.string(),
    fit: Fit.nullable(),
    verified: z.boolean().meta({ description: "Written by someone who bought the piece here." }),
    photos: z.array(ReviewPhoto).meta({ description: "At most 4, in the order they came." }),
    helpful: z.int().meta({ description: "How many visitors found it helpful." }),
    reply: z
      .object({ text: z.string(), at: Time })
      .nullable()
      .meta({ description: "The store's answer." }),
    createdAt: Time,
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

export const ReviewStatus = z.enum(["PENDING", "APPROVED", "REJECTED"]);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

/** A review as the store sees it, shown or not. */
export const ModeratedReview = Review.extend({
  status: ReviewStatus,
  product: z.object({ id: Id, link: z.string(), name: z.string() }),
  version: z.int(),
  moderatedAt: Time.nullable(),
}).meta({ id: "ModeratedReview" });
export type ModeratedReview = z.infer<typeof ModeratedReview>;

export const ReviewList = listOf(Review).extend({
  summary: z.object({
    average: z.number().nullable(),
    count: z.int(),
    distribution: z
      .array(z.object({ rating: z.int(), count: z.int() }))
      .meta({ description: "5 down to 1." }),
    fit: z.object({ small: z.int(), true: z.int(), large: z.int() }),
  }),
});
export type ReviewList = z.infer<typeof ReviewList>;

const ofProduct = { by: "resource", kind: "product", in: "params", field: "productId" } as const;
const params = z.object({ productId: Id });
const byId = { by: "resource", kind: "review", in: "params", field: "id" } as const;

export const reviews = {
  listReviews: endpoint({
    method: "GET",
    path: "/reviews/product/{productId}",
    summary: "Approved reviews with the rating summary.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: ofProduct,
    params,
    query: z.object({
      rating: z.coerce.number().int().min(1).max(5).optional(),
      sort: z.enum(["newest", "critical"]).default("newest"),
      page: Page,
      limit: Limit,
    }),
    response: ReviewList,
    errors: ["NOT_FOUND"],
  }),
  createReview: endpoint({
    method: "POST",
    path: "/reviews/product/{productId}",
    summary:
      "Hands in a review; it is shown once the store has approved it. LIMIT_REACHED: of this product too many wait that name no order.",
    access: { allow: ["public", "customer"], limit: 10 },
    store: ofProduct,
    params,
    body: z.strictObject({
      name: Text(120, "Enter your name."),
      title: Text(200, "Enter a title."),
      content: LongText(5000, "Write your review."),
      rating: z.int().min(1).max(5).default(5),
      fit: Fit.nullish(),
      order: z
        .strictObject({
          reference: OrderReference.meta({ description: "Its number or id." }),
          email: Email.optional(),
          key: z.string().max(200).optional(),
        })
        .refine(
          ({ email, key }) => (email === undefined) !== (key === undefined),
          "Name one of email and key.",
        )
        .optional()
        .meta({
          description:
            "A guest's paid order with the product, by its key or the e-mail it was placed with: the review is a verified buyer's. One that does not match changes nothing.",
        }),
    }),
    response: z.object({
      id: Id,
      status: z.literal("PENDING"),
      photoKey: z.string().meta({ description: "Lets its pictures be added for an hour." }),
    }),
    status: 201,
    errors: ["NOT_FOUND", "RATE_LIMITED", "LIMIT_REACHED"],
  }),
  addReviewPhoto: endpoint({
    method: "POST",
    path: "/reviews/{id}/photos",
    summary:
      "Adds a picture to a review that was just handed in (JPEG, PNG, WebP, AVIF or GIF; 8 MB, 25 megapixels and 96 MiB once it is decoded; at most 4); it is shown once the review is.",
    access: { allow: ["public"], limit: 20 },
    store: byId,
    params: z.object({ id: Id }),
    query: z.object({
      key: z.string().max(200).default("").meta({ description: "photoKey of the review." }),
    }),
    upload: {
      types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"],
      most: maxReviewPhotoBytes,
    },
    response: z.object({ id: Id }),
    status: 201,
    errors: ["NOT_FOUND", "RATE_LIMITED", "LIMIT_REACHED", "SERVER_BUSY"],
  }),
  listStoreReviews: endpoint({
    method: "GET",
    path: "/reviews/store/{storeId}",
    summary: "The store's reviews to moderate, the latest first; by status, or of one product.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({
      status: ReviewStatus.optional(),
      productId: Id.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(ModeratedReview),
    errors: ["NOT_FOUND"],
  }),
  updateReview: endpoint({
    method: "PUT",
    path: "/reviews/{id}",
    summary:
      "Approves or rejects a review, or answers it; null takes the answer back. What a shopper wrote is never changed.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      status: ReviewStatus.optional(),
      reply: LongText(5000).nullish(),
    }),
    response: ModeratedReview,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  deleteReview: endpoint({
    method: "DELETE",
    path: "/reviews/{id}",
    summary: "Removes a review for good; the product's rating no longer counts it.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  voteForReview: endpoint({
    method: "POST",
    path: "/reviews/{id}/votes",
    summary:
      "Marks a review as helpful, once per visitor; false takes the vote back. A visitor is identified by the vote token of an earlier answer, else by their account, else by their address.",
    access: { allow: ["public", "customer"], limit: 30 },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      helpful: z.boolean().default(true),
      voteToken: z.string().max(100).optional().meta({
        description:
          "The token of an earlier vote, which this call changes or takes back from any address.",
      }),
    }),
    response: z.object({
      helpful: z.int(),
      voteToken: z.string().meta({
        description: "Identifies this vote, not the visitor. Keep it to take the vote back.",
      }),
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
