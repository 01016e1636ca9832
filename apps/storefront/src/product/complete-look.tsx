import { useMemo } from "react";
import { type PackedCards, unpackCards } from "../cards/packed-cards.ts";
import { ProductGrid } from "../cards/product-grid.tsx";

/** The product's upsells, followed by related products until the row is full. */
export function CompleteLook({ products: packed }: { products: PackedCards }) {
  const products = useMemo(() => unpackCards(packed), [packed]);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="look-title" className="sheet mt-20 lg:mt-28">
      <h2 id="look-title" className="display mb-6 text-h1 lg:mb-8">
        Complete Your Look
      </h2>
      <ProductGrid products={products} label="Complete Your Look" />
    </section>
  );
}
