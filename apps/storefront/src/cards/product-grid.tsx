import type { ShownCard } from "./shown-cards.ts";
import { cardAfterSale } from "./card-after-sale.ts";
import { firstEnd, useSaleEnd } from "../sale/use-sale-end.ts";
import { ProductCard } from "./product-card.tsx";

type ProductGridProps = {
  products: readonly ShownCard[];
  /** 4 columns on wide screens, 3 next to the filter column, always 2 on a phone. */
  columns?: 3 | 4;
  /**
   * Number of images at the start of the grid that are visible immediately. They are loaded without delay and with
   * priority.
   */
  eager?: number;
  heading?: "h2" | "h3";
  label: string;
};

const grids = {
  3: {
    className: "grid-cols-2 lg:grid-cols-3",
    sizes: "(min-width: 64rem) 24vw, 46vw",
  },
  4: {
    className: "grid-cols-2 lg:grid-cols-4",
    sizes: "(min-width: 90rem) 21rem, (min-width: 64rem) 23vw, 46vw",
  },
};

export function ProductGrid({
  products,
  columns = 4,
  eager = 0,
  heading,
  label,
}: ProductGridProps) {
  const passed = useSaleEnd(firstEnd(products.map(({ saleEndsAt }) => saleEndsAt)));
  const { className, sizes } = grids[columns];
  return (
    <ul aria-label={label} className={`card-grid ${className}`}>
      {products.map((product, index) => (
        <li key={product.link}>
          <ProductCard
            product={cardAfterSale(product, passed)}
            sizes={sizes}
            priority={index < eager}
            heading={heading}
          />
        </li>
      ))}
    </ul>
  );
}
