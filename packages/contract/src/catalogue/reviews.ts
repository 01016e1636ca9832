import { z } from "zod";
import { Email, Id, Image, Limit, limitOf, listOf, LongText, Page, Text, Time } from "../common.ts";
import { OrderReference } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const Fit = z.enum(["small", "true", "large"]);
export const ReviewPhoto = Image.pick({
  id: true,
  url: true,
  width: true,
  height: true,
  widths: true,
}).meta({ id: "ReviewPhoto" });
export type ReviewPhoto = z.infer<typeof ReviewPhoto>;
/** Maximum number of a review's images, and maximum size of an image in bytes. */
export const maxReviewPhotos = 4;
export const maxReviewPhotoBytes = 8 * 1024 * 1024;
/**
 * Default number of reviews per page: few enough that the longest reviews and replies fit within the size limit of a
 * public response.
 */
const reviewsOfPage = 7;
export const Review = z
  .object({
    id: Id,
    name: z.string(),
    rating: z.int().min(1).max(5),
    title: z.string(),
    content: z.string(),
    fit: Fit.nullable(),
    verified: z
      .boolean()
      .meta({ description: "Whether the author bought the product in this store." }),
    photos: z.array(ReviewPhoto).meta({ description: "At most 4, in the order of upload." }),
    helpful: z.int().meta({ description: "Number of visitors who marked the review as helpful." }),
    reply: z
      .object({ text: z.string(), at: Time })
      .nullable()
      .meta({ description: "The store's reply." }),
    createdAt: Time,
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

export const ReviewStatus = z.enum(["PENDING", "APPROVED", "REJECTED"]);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

/** A review as the store's staff see it, whether published or not. */
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
      .meta({ description: "Number of ratings with 5, 4, 3, 2 and 1 stars, in this order." }),
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
    summary:
      "Lists a product's approved reviews, with a summary of its ratings. Callers with MANAGE_PRODUCTS also get the reviews of unpublished products.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: ofProduct,
    params,
    query: z.object({
      rating: z.coerce.number().int().min(1).max(5).optional(),
      sort: z.enum(["newest", "critical"]).default("newest"),
      page: Page,
      limit: limitOf(reviewsOfPage),
    }),
    response: ReviewList,
    errors: ["NOT_FOUND"],
  }),
  createReview: endpoint({
    method: "POST",
    path: "/reviews/product/{productId}",
    summary:
      "Submits a review, which is published once the store approves it. Fails with LIMIT_REACHED if the product has too many recent or unapproved reviews without a verified purchase.",
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
          reference: OrderReference.meta({ description: "The order's number or id." }),
          email: Email.optional(),
          key: z.string().max(200).optional(),
        })
        .refine(
          ({ email, key }) => (email === undefined) !== (key === undefined),
          "Send either email or key.",
        )
        .optional()
        .meta({
          description:
            "A guest's paid order that contains the product, identified by its key or its email. Marks the review as a verified purchase. An order that doesn't match is ignored. With an email, the call also counts as a call of getOrderThankYou.",
        }),
    }),
    response: z.object({
      id: Id,
      status: z.literal("PENDING"),
      verified: z.boolean().meta({
        description:
          "Whether the review is marked as a verified purchase. False if the order doesn't match, isn't paid, doesn't contain the product, or already has a review of it.",
      }),
      photoKey: z
        .string()
        .meta({ description: "The key for adding images to the review, valid for an hour." }),
    }),
    status: 201,
    errors: ["NOT_FOUND", "RATE_LIMITED", "LIMIT_REACHED"],
  }),
  addReviewPhoto: endpoint({
    method: "POST",
    path: "/reviews/{id}/photos",
    summary:
      "Adds an image to a review that was just submitted, up to 4 per review: JPEG, PNG, WebP, AVIF or GIF, up to 8 MB, 25 megapixels and 96 MiB decoded. Each image increments the review's version, and is published with the review.",
    access: { allow: ["public"], limit: 20 },
    store: byId,
    params: z.object({ id: Id }),
    query: z.object({
      key: z
        .string()
        .max(200)
        .default("")
        .meta({ description: "The photoKey returned with the review." }),
    }),
    upload: {
      types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"],
      maxBytes: maxReviewPhotoBytes,
    },
    response: z.object({ id: Id }),
    status: 201,
    errors: ["NOT_FOUND", "RATE_LIMITED", "LIMIT_REACHED", "SERVER_BUSY"],
  }),
  listStoreReviews: endpoint({
    method: "GET",
    path: "/reviews/store/{storeId}",
    summary:
      "Lists the store's reviews for moderation, newest first, optionally of one status or product.",
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
      "Approves or rejects a review, or replies to it. `reply: null` removes the reply. The shopper's text can't be changed. Approving a review with images requires its version in If-Match, so that no image is published unseen: each added image increases the version. If the version is missing or outdated, the call fails with EDIT_CONFLICT, and the error's details contain the current review.",
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
    summary: "Deletes a review permanently and updates the product's rating.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  voteForReview: endpoint({
    method: "POST",
    path: "/reviews/{id}/votes",
    summary:
      "Marks a review as helpful, once per visitor. `helpful: false` withdraws the vote. Visitors are identified by the vote token of an earlier response, else by account, else by IP address.",
    access: { allow: ["public", "customer"], limit: 30 },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      helpful: z.boolean().default(true),
      voteToken: z.string().max(100).optional().meta({
        description: "The token of an earlier vote, to change or withdraw it from any address.",
      }),
    }),
    response: z.object({
      helpful: z.int(),
      voteToken: z.string().meta({
        description: "Identifies this vote, not the visitor. Store it to withdraw the vote later.",
      }),
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
