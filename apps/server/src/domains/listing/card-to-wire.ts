import { toMajor } from "@vetrina/commerce/money";
import { stockLabel } from "@vetrina/commerce/products/stock-label";
import type { ProductCard } from "@vetrina/contract/catalogue/products";
import { type ImageRow, imageToWire } from "../../platform/pictures/image-to-wire.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { rating } from "../products/to-wire.ts";

export type CardRow = Pick<
  ProductCard,
  "id" | "link" | "name" | "category" | "department" | "status" | "variant" | "colors" | "sizes"
> & {
  price_minor: number;
  regular_price_minor: number | null;
  highest_price_minor: number;
  /** When the sale ends; null if no variant is on sale or the sale has no end. */
  sale_ends_at: Date | null;
  rating_sum: number;
  rating_count: number;
  created_at: Date;
  published_at: Date | null;
  stock: number;
  /** The units that may be sold, including back-orders. */
  backorder: number;
  color_count: number;
  images: ImageRow[];
};

export function cardToWire(row: CardRow, store: StoreRef): ProductCard {
  return {
    id: row.id,
    link: row.link,
    name: row.name,
    category: row.category,
    department: row.department,
    status: row.status,
    price: toMajor(row.price_minor, store.currency),
    regularPrice:
      row.regular_price_minor === null ? null : toMajor(row.regular_price_minor, store.currency),
    highestPrice: toMajor(row.highest_price_minor, store.currency),
    currency: store.currency,
    sale: row.sale_ends_at && { endsAt: row.sale_ends_at.toISOString() },
    images: row.images.map(imageToWire),
    variant: row.variant,
    colors: row.colors,
    colorCount: row.color_count,
    sizes: row.sizes,
    stockLabel: stockLabel(row.stock, row.backorder),
    rating: rating(row),
    createdAt: row.created_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
  };
}
