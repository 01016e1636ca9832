import { lowStockText } from "@vetrina/commerce/products/stock-label";
import { discountPercent } from "@vetrina/commerce/products/variants";
import { Price } from "@vetrina/ui/price";
import { RatingStars } from "@vetrina/ui/rating-stars";
import { Suspense, useRef, useState } from "react";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import { BuyButtons } from "./buy-buttons.tsx";
import { DeliveryLines } from "./delivery-lines.tsx";
import { ProductDetails } from "./product-details.tsx";
import { ShareButton } from "./share-button.tsx";
import { SizeGuide } from "./sizes/size-guide.tsx";
import { StickyBar } from "./sticky-bar.tsx";
import { usePurchase } from "./use-purchase.ts";
import { backorderText } from "../lib/backorder-text.ts";
import { VariantPicker } from "./variant-picker.tsx";
import { WishlistButton } from "./wishlist-button.tsx";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const BackInStock = whenNeeded(() => import("./back-in-stock.tsx"));
const FlashSaleCountdown = whenNeeded(() => import("./flash-sale-countdown.tsx"));

type ProductInfoProps = {
  product: PageProduct;
  variant: PageVariant | undefined;
  onChoose: (variant: PageVariant) => void;
  /** ISO 8601 time when the page was rendered; null if nothing is on sale. */
  renderedAt: string | null;
};

/** The product's name and price, its options, and how to buy it. */
export function ProductInfo({ product, variant, onChoose, renderedAt }: ProductInfoProps) {
  const purchase = usePurchase(product, variant);
  const [pressed, setPressed] = useState<PageVariant | null>(null);
  const addRef = useRef<HTMLDivElement>(null);
  const missing = variant?.available ? pressed : (pressed ?? variant ?? null);
  // Once shown, the back-in-stock form stays mounted, so that it keeps what was typed.
  const [hasForm, setHasForm] = useState(missing !== null);
  if (missing && !hasForm) setHasForm(true);
  // If the selected variant is sold out too, nothing can be bought, so the picker shows the one that was pressed.
  const shown = variant?.available ? variant : missing;

  function choose(next: PageVariant) {
    setPressed(null);
    onChoose(next);
  }

  return (
    <div className="grid min-w-0 content-start gap-6">
      <header className="grid min-w-0 gap-3">
        <h1 className="display min-w-0 text-h1 wrap-anywhere lg:text-h2">{product.name}</h1>
        <div className="flex items-center justify-between gap-4">
          {shown ? <VariantPrice variant={shown} /> : null}
          <div className="-me-3 flex">
            <ShareButton title={product.name} />
            <WishlistButton productId={product.id} />
          </div>
        </div>
        <Rating rating={product.rating} />
      </header>
      {product.sale && renderedAt !== null ? (
        <Suspense fallback={null}>
          <FlashSaleCountdown endsAt={product.sale.endsAt} renderedAt={renderedAt} />
        </Suspense>
      ) : null}
      {shown ? (
        <VariantPicker
          product={product}
          variant={shown}
          onChoose={choose}
          onAsk={setPressed}
          sizeHelp={<SizeGuide product={product} />}
        />
      ) : null}
      <div className="grid gap-3">
        <StockLine product={product} variant={variant} />
        <BuyButtons name={product.name} purchase={purchase} addRef={addRef} />
        {hasForm ? (
          <Suspense fallback={null}>
            <BackInStock product={product} missing={missing} chosen={variant} />
          </Suspense>
        ) : null}
      </div>
      <DeliveryLines purchase={purchase} />
      <ProductDetails product={product} />
      <StickyBar purchase={purchase} addRef={addRef} />
    </div>
  );
}

function VariantPrice({ variant: { price, regularPrice, lowestPrice } }: { variant: PageVariant }) {
  const money = useMoney();
  const percent = discountPercent(price, regularPrice);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-lead">
      <Price
        now={money(price)}
        was={percent === null || regularPrice === null ? null : money(regularPrice)}
        className="font-medium"
      />
      {percent === null ? null : <span className="text-small text-pin">{`${percent}% off`}</span>}
      {lowestPrice === null ? null : (
        <span className="basis-full text-small text-graphite">
          Lowest price in the previous 30 days: {money(lowestPrice)}
        </span>
      )}
    </p>
  );
}

function Rating({ rating: { average, count } }: Pick<PageProduct, "rating">) {
  if (average === null || count === 0) return null;
  return (
    <a
      href="#reviews"
      className="-my-2 flex min-h-target w-fit items-center gap-2 text-small underline-offset-4 hover:underline"
    >
      <RatingStars average={average} />
      <span aria-hidden="true">{average.toFixed(1)}</span>
      <span>{`(${count} ${count === 1 ? "review" : "reviews"})`}</span>
    </a>
  );
}

/**
 * Says that the selected variant is low in stock or on back-order. A product without variants is out of stock.
 * Otherwise empty, but one line high if another variant has a text, so that choosing a variant doesn't move the
 * buttons.
 */
function StockLine({ product, variant }: Pick<ProductInfoProps, "product" | "variant">) {
  const { locale } = useStore();
  const text = variant ? stockText(variant, locale) : "Out of Stock";
  const isLine = text !== null || product.variants.some((one) => stockText(one, locale) !== null);
  return (
    <output className={isLine ? "min-h-6 text-small font-medium text-amber" : "sr-only"}>
      {text}
    </output>
  );
}

function stockText(
  { available, stock, backorderDate }: PageVariant,
  locale: string,
): string | null {
  if (!available) return null;
  if (stock > 0) return lowStockText(stock);
  return backorderText(backorderDate, locale);
}
