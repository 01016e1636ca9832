import { Badge } from "@vetrina/ui/badge";
import { Price } from "@vetrina/ui/price";
import { Swatch } from "@vetrina/ui/radio-swatch";
import { Link } from "react-router";
import { useMoney } from "../lib/money.ts";
import { productPath } from "../lib/paths.ts";
import { Picture } from "../lib/picture.tsx";
import type { ShownCard } from "../lib/shown-cards.ts";

type ProductCardProps = {
  product: ShownCard;
  /** How wide the picture stands, for the sizes attribute. */
  sizes: string;
  /** The first picture of the page: not lazy. */
  priority?: boolean | undefined;
  /** The heading's level below the page's own. */
  heading?: "h2" | "h3" | undefined;
};

/** A product in a list: one link, its picture as the card, a second view under the pointer. */
export function ProductCard({ product, sizes, priority, heading = "h3" }: ProductCardProps) {
  const money = useMoney();
  const Heading = heading;
  const [first, second] = product.images;
  return (
    <article className="group relative">
      <div className="relative aspect-4/5 overflow-clip bg-tissue">
        <Picture
          image={first}
          sizes={sizes}
          priority={priority ?? false}
          alt=""
          className="size-full object-cover transition-[scale] duration-(--dur-3) ease-cut group-hover:scale-103"
        />
        {second ? (
          // Not displayed and lazy: fetched when a pointer first rests on the card.
          <span className="absolute inset-0 hidden transition-opacity duration-(--dur-2) pointer-fine:group-hover:block starting:opacity-0">
            <Picture image={second} sizes={sizes} alt="" className="size-full object-cover" />
          </span>
        ) : null}
        <StockLabel label={product.stockLabel} />
      </div>
      <div className="mt-3 grid gap-0.5 text-small">
        <Heading className="font-medium">
          <Link
            to={productPath(product.link)}
            prefetch="intent"
            className="cover-link underline-offset-4 group-hover:underline"
          >
            {product.name}
          </Link>
        </Heading>
        <Price
          now={money(product.price)}
          was={product.regularPrice === null ? null : money(product.regularPrice)}
          from={product.highestPrice > product.price}
        />
        <ColorDots colors={product.colors} />
      </div>
    </article>
  );
}

const labelText = { low: "Only a few left", "back-order": "Back-order", "sold-out": "Sold out" };

function StockLabel({ label }: { label: ShownCard["stockLabel"] }) {
  if (label === "in-stock") return null;
  return (
    <Badge tone={label === "low" ? "warn" : "plain"} className="absolute inset-s-0 bottom-0">
      {labelText[label]}
    </Badge>
  );
}

/** Up to five squares of cloth and how many there are in all. */
function ColorDots({ colors }: { colors: ShownCard["colors"] }) {
  if (colors.length < 2) return null;
  return (
    <p className="mt-1 flex items-center gap-1 text-note text-graphite">
      {colors.slice(0, 5).map(({ value, swatch }) => (
        <span key={value} className="block size-3">
          <Swatch color={swatch} label="" />
        </span>
      ))}
      <span className="ms-1">{colors.length} colors</span>
    </p>
  );
}
