import { productPath } from "@vetrina/commerce/shop-paths";
import { isApiError } from "@vetrina/client/api-error";
import type { Product as ProductData } from "@vetrina/contract/catalogue/products";
import { useEffect, useRef } from "react";
import {
  data,
  isRouteErrorResponse,
  redirect,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { clientContext, storeContext, tagsContext } from "../lib/context.ts";
import { sendForm } from "../lib/send-form.ts";
import { breadcrumbs, pageMeta } from "../lib/seo.ts";
import { packCards } from "../cards/packed-cards.ts";
import { shownCards } from "../cards/shown-cards.ts";
import { isRootData } from "../lib/store.ts";
import { trailOf } from "../product/breadcrumbs.tsx";
import { LoadFailure, MissingLink } from "../product/load-failure.tsx";
import { loadLook } from "../product/load-look.ts";
import { firstReviews, pageProduct } from "../product-data/page-data.ts";
import { unpackImages } from "../product-data/packed-product.ts";
import { ProductPage, type ProductPageProps } from "../product/product-page.tsx";
import type { VoteResult } from "../product/reviews/helpful.tsx";
import { voteOf } from "../product/reviews/vote.ts";
import type { Route } from "./+types/product";

type Loaded =
  | ({ state: "product" } & ProductPageProps)
  | { state: "missing-link" }
  | { state: "failed"; status: number; text: string };

const reviewsShown = 5;

export async function loader({ context, request }: Route.LoaderArgs) {
  const link = new URL(request.url).searchParams.get("link");
  if (!link) return data<Loaded>({ state: "missing-link" }, { status: 400 });
  const client = context.get(clientContext);
  const { id } = context.get(storeContext);
  let product: ProductData;
  try {
    product = await client.products.getProductPage({ id, link });
  } catch (error) {
    if (request.signal.aborted) throw error;
    const failure = failureOf(error);
    return data<Loaded>(failure, { status: failure.status });
  }
  if (product.link !== link) throw redirect(movedPath(product.link, request), 301);
  const productId = product.id;
  const [reviews, look] = await Promise.all([
    orNull(client.reviews.listReviews({ productId, limit: reviewsShown })),
    orNull(loadLook(client, productId)),
  ]);
  const tags = context.get(tagsContext);
  for (const shown of [product, ...(look ?? [])]) tags.add(`product:${shown.id}`);
  return data<Loaded>({
    state: "product",
    product: pageProduct(product),
    reviews: reviews && firstReviews(reviews),
    look: packCards(shownCards(look ?? [])),
    renderedAt: product.sale === null ? null : new Date().toISOString(),
  });
}

/** Counts a vote on one of the product's reviews. */
export async function action({ request, context }: Route.ActionArgs) {
  return voteOf(context.get(clientContext), await request.formData());
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendForm(serverAction, { reviewId: "", voted: false, counted: null } satisfies VoteResult);

/**
 * The product isn't loaded again for another variant, because the browser selects the variant and the data contains all
 * of them.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  // The response to a vote already contains the new count.
  if (formData?.has("review")) return false;
  const sameProduct =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.searchParams.get("link") === nextUrl.searchParams.get("link");
  return sameProduct && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData;
  if (loaderData?.state !== "product" || !isRootData(root))
    return pageMeta(matches, { title: "Product", path: "/product", noIndex: true });
  const { product } = loaderData;
  const [picture] = unpackImages(product);
  return pageMeta(matches, {
    title: product.seoTitle || product.name,
    description: product.metaDescription,
    path: productPath(product.link),
    image: picture?.url,
    jsonLd: [breadcrumbs(root.origin, trailOf(product))],
  });
}

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const id = loaderData.state === "product" ? loaderData.product.id : loaderData.state;
  const shown = useRef(id);
  // Moves focus to the heading of the new product. The shell does this only for a new path, and all products have the
  // same path.
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [id]);

  if (loaderData.state === "missing-link") return <MissingLink />;
  if (loaderData.state === "failed")
    return <LoadFailure text={loaderData.text} again={loaderData.status >= 500} />;
  return <ProductPage key={id} {...loaderData} vote={actionData} />;
}

/** Shown for errors that the loader doesn't handle, such as a lost connection. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = isRouteErrorResponse(error) ? error.statusText : "";
  return (
    <>
      <title>Error Loading Product</title>
      <LoadFailure text={text || "We couldn't reach the store. Try again."} again />
    </>
  );
}

/** The product's current URL, with the other parameters of the old URL. */
function movedPath(link: string, request: Request): string {
  const { searchParams } = new URL(request.url);
  searchParams.set("link", link);
  return `/product?${searchParams}`;
}

function failureOf(error: unknown): Extract<Loaded, { state: "failed" }> {
  if (isApiError(error) && error.statusCode >= 400)
    return { state: "failed", status: error.statusCode, text: error.message };
  console.error(error);
  return { state: "failed", status: 502, text: "The product could not be read. Please try again." };
}

/** Returns null if the call fails. A failure of secondary content must not prevent the product from being sold. */
async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    console.error(error);
    return null;
  }
}
