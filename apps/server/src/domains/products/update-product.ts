import { beginning } from "@vetrina/contract/common";
import type { ProductUpdate } from "@vetrina/contract/catalogue/product-inputs";
import type { Product, products } from "@vetrina/contract/catalogue/products";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { invalidField } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { writtenRichText } from "../../platform/rich-text/rich-text.ts";
import { sanitizeAhead } from "../../platform/rich-text/sanitize-ahead.ts";
import {
  type LockedProduct,
  lockProduct,
  orTaken,
  type ProductFields,
  settleProduct,
} from "./change-product.ts";
import { changeOptions } from "./change-options.ts";
import { readStanding } from "./variants/create-variant.ts";
import { type OptionPlan, planOptions } from "./option-changes.ts";
import { chooseLink, moveLink } from "./product-link.ts";
import { presentProduct } from "./read-product.ts";
import { planCharts, renamedCharts } from "./size-charts.ts";

/** Changes the given fields. If If-Match is outdated, throws EDIT_CONFLICT with the current product. */
export async function updateProduct(
  ctx: Context,
  { id, body }: Input<typeof products.updateProduct>,
): Promise<Product> {
  const texts = [body.description, body.seoDescription];
  const change = sanitizeAhead(ctx, texts, () =>
    ctx.tx(async (tx) => {
      const present = await lockProduct(tx, id);
      await requireFresh(tx, ctx, "product", present.version, () => presentProduct(ctx, tx, id));
      const { options, removeVariants = false, ...fields } = body;
      const plan =
        options === undefined
          ? null
          : planOptions(present.options, await readStanding(tx, id), options, removeVariants);
      const next = merge(present, fields, plan, ctx.now());
      if (next.link !== present.link) {
        await chooseLink(tx, next.name, next.link);
        await moveLink(tx, id, { from: present.link, to: next.link, at: ctx.now() });
      }
      await write(tx, id, next);
      if (plan !== null) await changeOptions(tx, ctx, present, plan);
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "product",
        entityId: id,
        ...difference(present, next),
      });
      await settleProduct(tx, ctx, id);
      return presentProduct(ctx, tx, id);
    }),
  );
  return orTaken(change);
}

const fields = [
  ...(["name", "link", "description", "seoTitle", "seoDescription", "metaDescription"] as const),
  ...([
    "status",
    "category",
    "department",
    "vendor",
    "taxClass",
    "tags",
    "composition",
    "care",
  ] as const),
  ...(["measurements", "bodyMeasurements", "options", "publishedAt", "saleEndsAt"] as const),
];

type Fields = Omit<ProductUpdate, "options" | "removeVariants">;
type Edited = ProductFields & Pick<LockedProduct, "options">;

function merge(present: LockedProduct, body: Fields, plan: OptionPlan | null, now: Date): Edited {
  const { publishedAt, saleEndsAt, ...named } = body;
  const charts = plan === null ? {} : renamedCharts(present, plan.values);
  const next: Edited = { ...present, ...charts, options: plan?.options ?? present.options };
  for (const [name, value] of Object.entries(named))
    if (value !== undefined) Object.assign(next, { [name]: value });
  if (publishedAt !== undefined) next.publishedAt = dateOf(publishedAt);
  else if (next.status === "ACTIVE") next.publishedAt ??= now;
  if (next.status === "ACTIVE" && next.publishedAt === null)
    throw invalidField("publishedAt", hideBy);
  if (saleEndsAt !== undefined) next.saleEndsAt = dateOf(saleEndsAt);
  next.tags = [...new Set(next.tags)];
  if (body.description !== undefined)
    next.description = writtenRichText(body.description, "description", "product");
  Object.assign(next, planCharts(next.options, body));
  if (body.seoDescription != null)
    next.seoDescription = writtenRichText(body.seoDescription, "seoDescription", "product");
  return next;
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

const hideBy =
  "An active product needs a publication time. To hide the product, set its status to DRAFT or choose a later time.";

async function write(tx: Transaction, id: string, p: ProductFields): Promise<void> {
  await tx.run(sql`
    update shop.products set name = ${p.name}, link = ${p.link}, description = ${p.description}, seo_title = ${p.seoTitle},
      seo_description = ${p.seoDescription}, meta_description = ${p.metaDescription}, status = ${p.status},
      category = ${p.category || null}, department = ${p.department}, vendor = ${p.vendor}, tax_class = ${p.taxClass}, tags = ${p.tags},
      composition = ${p.composition}, care = ${p.care}, measurements = ${JSON.stringify(p.measurements)},
      body_measurements = ${JSON.stringify(p.bodyMeasurements)}, published_at = ${p.publishedAt},
      sale_ends_at = ${p.saleEndsAt}
    where store_id = ${tx.storeId} and id = ${id}`);
}

const longest = 500;

/** Returns the fields that differ; long texts are shortened. */
function difference(before: Edited, after: Edited) {
  const changed = fields.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (state: Edited) =>
    Object.fromEntries(changed.map((name) => [name, brief(state[name])]));
  return { before: of(before), after: of(after) };
}

function brief(value: unknown): unknown {
  return typeof value === "string" && value.length > longest
    ? `${beginning(value, longest)}…`
    : value;
}
