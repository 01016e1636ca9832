import { useEffect, useMemo } from "react";
import type { PackedCard } from "../cards/packed-cards.ts";
import { useRootData } from "../lib/store.ts";
import { trackProduct } from "../lib/analytics.ts";
import { Breadcrumbs, trailOf } from "./breadcrumbs.tsx";
import { CompleteLook } from "./complete-look.tsx";
import { Gallery } from "./gallery/gallery.tsx";
import type { VoteResult } from "./reviews/helpful.tsx";
import { Measurements } from "./sizes/measurements.tsx";
import { ProductInfo } from "./product-info.tsx";
import { Reviews } from "./reviews/reviews.tsx";
import { colorOf, picturesOf } from "../product-data/selection.ts";
import { inlineJson, productJsonLd } from "./structured-data.ts";
import { useVariant } from "./use-variant.ts";
import type { FirstReviews } from "../product-data/page-data.ts";
import { type PackedProduct, unpackProduct } from "../product-data/packed-variants.ts";

export type ProductPageProps = {
  product: PackedProduct;
  /** null if they could not be loaded. The product can still be bought. */
  reviews: FirstReviews | null;
  look: readonly PackedCard[];
  /** ISO 8601: when the page was rendered. */
  renderedAt: string;
  /** The answer to a vote that was sent without JavaScript. */
  vote?: VoteResult | undefined;
};

/** The product page: images, options, measurements, reviews and related products. */
export function ProductPage({
  product: packed,
  reviews,
  look,
  renderedAt,
  vote,
}: ProductPageProps) {
  const product = useMemo(() => unpackProduct(packed), [packed]);
  const { store, origin } = useRootData();
  const storeId = store.id;
  const { variant, choose } = useVariant(product);
  const images = variant ? picturesOf(product, variant) : product.images;
  useEffect(
    () => trackProduct(storeId, { event: "PRODUCT_VIEW", productId: product.id, value: 0 }),
    [storeId, product.id],
  );

  return (
    <>
      <div className="sheet">
        <Breadcrumbs trail={trailOf(product)} />
        <div className="lg:grid lg:grid-cols-[auto_minmax(21rem,36rem)] lg:justify-between lg:gap-x-10 xl:gap-x-16">
          <Gallery key={variant && colorOf(product, variant)} name={product.name} images={images} />
          <ProductInfo
            product={product}
            variant={variant}
            onChoose={choose}
            renderedAt={renderedAt}
          />
        </div>
      </div>
      <Measurements product={product} variant={variant} />
      <Reviews product={product} first={reviews} vote={vote} />
      <CompleteLook products={look} />
      <script
        type="application/ld+json"
        suppressHydrationWarning
        // Only for readers of the HTML. The browser doesn't need it and doesn't load the code for it.
        dangerouslySetInnerHTML={{
          __html: import.meta.env.SSR ? inlineJson(productJsonLd(product, store, origin)) : "",
        }}
      />
    </>
  );
}
