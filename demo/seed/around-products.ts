import { errorCode } from "@vetrina/server/platform/error-code";
import { createCollection } from "@vetrina/server/domains/collections/create-collection";
import { createUpsell } from "@vetrina/server/domains/upsells/create-upsell";
import { saveReview } from "@vetrina/server/domains/reviews/save-review";
import type { Context } from "@vetrina/server/platform/context";
import { sql } from "@vetrina/server/platform/database/sql";
import { type CollectionRule, collections } from "../catalogue/collections.ts";
import { reviews } from "../catalogue/reviews.ts";
import type { StoreSlug } from "../catalogue/types.ts";
import { upsells } from "../catalogue/upsells.ts";
import { inParallel } from "./in-parallel.ts";

const dayMs = 86_400_000;

export async function seedCollections(
  ctx: Context,
  slug: StoreSlug,
  ids: Map<string, string>,
): Promise<void> {
  for (const [position, { link, name, description, rule }] of collections[slug].entries())
    await unlessThere(
      createCollection(ctx, {
        body: {
          link,
          name,
          description,
          position,
          isPublished: true,
          rule: ruleOf(rule),
          products: rule.by === "links" ? rule.links.map((one) => ids.get(one) ?? "") : undefined,
        },
      }),
    );
}

function ruleOf(rule: CollectionRule) {
  switch (rule.by) {
    case "category":
      return { category: rule.category };
    case "department":
      return { department: rule.department };
    case "sale":
      return { sale: true as const };
    case "newest":
      return { newest: { count: rule.count } };
    case "links":
      return null;
  }
}

export async function seedUpsells(
  ctx: Context,
  slug: StoreSlug,
  ids: Map<string, string>,
): Promise<void> {
  await inParallel([...upsells[slug].entries()], async ([position, { link, to, type }]) => {
    const productId = ids.get(link) ?? "";
    const targetId = ids.get(to) ?? "";
    await unlessThere(createUpsell(ctx, { body: { productId, targetId, type, position } }));
  });
}

/** Creates each product's reviews in order. Skips those that an earlier start of the server created. */
export async function seedReviews(
  ctx: Context,
  slug: StoreSlug,
  ids: Map<string, string>,
): Promise<void> {
  const written = await ctx.tx((tx) =>
    tx.rows<{ product_id: string; count: number }>(sql`
      select product_id, count(*)::int as count from shop.reviews where store_id = ${tx.storeId} group by 1`),
  );
  const done = new Map(written.map((row) => [row.product_id, row.count]));
  const byLink = Map.groupBy(reviews[slug], (review) => review.link);
  await inParallel([...byLink], async ([link, ofProduct]) => {
    const productId = ids.get(link) ?? "";
    for (const { daysOld, link: _link, ...review } of ofProduct.slice(done.get(productId) ?? 0)) {
      const createdAt = new Date(ctx.now().getTime() - daysOld * dayMs);
      await saveReview(ctx, { ...review, productId, createdAt });
    }
  });
}

async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (errorCode(error) !== "ALREADY_EXISTS") throw error;
  }
}
