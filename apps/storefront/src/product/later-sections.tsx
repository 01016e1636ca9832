import { LaterPart } from "../rendering/later-part.tsx";
import type { PackedCards } from "../cards/packed-cards.ts";
import type { FirstReviews } from "../product-data/page-data.ts";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";
import { CompleteLook } from "./complete-look.tsx";
import type { VoteResult } from "./reviews/helpful.tsx";
import { Reviews } from "./reviews/reviews.tsx";
import { Measurements } from "./sizes/measurements.tsx";

export type LaterSectionsProps = {
  product: PageProduct;
  variant: PageVariant | undefined;
  /** The first reviews; null if they could not be loaded. The product can be bought without them. */
  reviews: FirstReviews | null;
  look: PackedCards;
  /** The result of a vote that was sent without JavaScript. */
  vote?: VoteResult | undefined;
};

/**
 * Measurements, reviews and related products. A default export, because this code is loaded lazily, after the page's
 * own.
 */
export default function LaterSections({
  product,
  variant,
  reviews,
  look,
  vote,
}: LaterSectionsProps) {
  return (
    <LaterPart>
      <Measurements product={product} variant={variant} />
      <Reviews product={product} first={reviews} vote={vote} />
      <CompleteLook products={look} />
    </LaterPart>
  );
}
