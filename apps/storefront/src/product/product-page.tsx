import { memo, Suspense, useDeferredValue, useEffect, useMemo } from "react";
import { useRootData } from "../lib/store.ts";
import { trackProduct } from "../lib/analytics.ts";
import { Breadcrumbs, trailOf } from "./breadcrumbs.tsx";
import { Gallery } from "./gallery/gallery.tsx";
import type { LaterSectionsProps } from "./later-sections.tsx";
import { ProductInfo } from "./product-info.tsx";
import { colorOf, picturesOf } from "../product-data/selection.ts";
import { inlineJson, productJsonLd } from "./structured-data.ts";
import { useVariant } from "./use-variant.ts";
import { type PackedProduct, unpackProduct } from "../product-data/packed-product.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { productAfterSale } from "../product-data/product-after-sale.ts";
import { useSaleEnd } from "../sale/use-sale-end.ts";

const LaterSections = whenNeeded(() => import("./later-sections.tsx"));

export type ProductPageProps = Pick<LaterSectionsProps, "reviews" | "look" | "vote"> & {
  product: PackedProduct;
  /** ISO 8601 time when the page was rendered; null if nothing is on sale. */
  renderedAt: string | null;
};

/** The product page: images, options, measurements, reviews and related products. */
export function ProductPage({
  product: packed,
  reviews,
  look,
  renderedAt,
  vote,
}: ProductPageProps) {
  const offered = useMemo(() => unpackProduct(packed), [packed]);
  const passed = useSaleEnd(offered.sale?.endsAt ?? null);
  const product = useMemo(() => productAfterSale(offered, passed), [offered, passed]);
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
        <div className="product-columns">
          <Gallery key={variant && colorOf(product, variant)} name={product.name} images={images} />
          <ProductInfo
            product={product}
            variant={variant}
            onChoose={choose}
            renderedAt={renderedAt}
          />
        </div>
      </div>
      <BelowTheFold
        product={product}
        variant={useDeferredValue(variant)}
        reviews={reviews}
        look={look}
        vote={vote}
      />
      <script
        type="application/ld+json"
        suppressHydrationWarning
        // Only for search engines, which read the server's HTML. The condition keeps the code out of the browser's
        // bundle.
        dangerouslySetInnerHTML={{
          __html: import.meta.env.SSR ? inlineJson(productJsonLd(product, store, origin)) : "",
        }}
      />
    </>
  );
}

/**
 * The sections below the fold. Their HTML is in the page from the start, and their code is loaded after the rest is
 * hydrated. memo and the deferred variant prevent an urgent update, which would replace that HTML with the fallback.
 */
const BelowTheFold = memo(function BelowTheFold(props: LaterSectionsProps) {
  return (
    <Suspense fallback={null}>
      <LaterSections {...props} />
    </Suspense>
  );
});
