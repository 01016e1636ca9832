import { z } from "zod";
import { Id, Limit, listOf, Page, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const Fit = z.enum(["small", "true", "large"]);
export const Review = z
  .object({
    id: Id,
    name: z.string(),
    rating: z.int().min(1).max(5),
    title: z.string(),
    content: z.string(),
    fit: Fit.nullable(),
    verified: z.boolean().meta({ description: "Written by someone who bought the piece here." }),
    createdAt: Time,
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

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
    summary: "Hands in a review; it is shown once the store has approved it.",
    access: { allow: ["public", "customer"], limit: 10 },
    store: ofProduct,
    params,
    body: z.strictObject({
      name: z.string().trim().min(1, "Tell us your name.").max(120),
      title: z.string().trim().min(1, "Give your review a title.").max(200),
      content: z.string().trim().min(1, "Write a few words.").max(5000),
      rating: z.int().min(1).max(5).default(5),
      fit: Fit.nullish(),
    }),
    response: z.object({ id: Id, status: z.literal("PENDING") }),
    status: 201,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
