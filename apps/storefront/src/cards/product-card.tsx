import { productPath } from "@vetrina/commerce/shop-paths";
import { Badge } from "@vetrina/ui/badge";
import { Price } from "@vetrina/ui/price";
import { Swatch } from "@vetrina/ui/radio-swatch";
import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { useMoney } from "../lib/money.ts";
import { Picture } from "../lib/pictures/picture.tsx";
import type { ShownCard, ShownColor } from "./shown-cards.ts";

type ProductCardProps = {
  product: ShownCard;
  /** The displayed width of the image, for the sizes attribute. */
  sizes: string;
  /** True for the page's first images, which aren't loaded lazily. */
  priority?: boolean | undefined;
  /** The heading's level. */
  heading?: "h2" | "h3" | undefined;
};

/** A product in a list: its image, a second view on hover, and its colors to switch between. */
export function ProductCard({ product, sizes, priority, heading = "h3" }: ProductCardProps) {
  const money = useMoney();
  const Heading = heading;
  const { shown, pick } = useShownColor(product);
  const [first, second] = shown.images;
  const [isHovered, setHovered] = useState(false);
  return (
    <article className="group relative" onPointerEnter={() => setHovered(true)}>
      <div className="relative aspect-4/5 overflow-clip bg-tissue">
        <Picture
          image={first}
          sizes={sizes}
          priority={priority ?? false}
          alt=""
          className="card-picture h-full"
        />
        {second && isHovered ? (
          // Shown only on mouse hover. A CSS rule hides it on touch screens.
          <span className="card-back">
            <Picture image={second} sizes={sizes} alt="" className="size-full object-cover" />
          </span>
        ) : null}
        <StockLabel label={product.stockLabel} />
      </div>
      <div className="mt-3 grid gap-0.5 text-small">
        <Heading className="font-medium">
          <Link
            to={productPath(product.link, shown.variant)}
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
        <Colors product={product} shown={shown.color} onPick={pick} />
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

type Shown = { color: string | null; variant: string | undefined; images: ShownCard["images"] };

/**
 * The color a card shows: the list's default, until the shopper selects another one. A filter that changes the default
 * resets the selection.
 */
function useShownColor(product: ShownCard): {
  shown: Shown;
  pick: (color: ShownColor) => void;
} {
  const { images, color, variant } = product;
  const over = variant ?? images[0]?.url;
  const [picked, setPicked] = useState<{ over: string | undefined; color: ShownColor }>();
  const own = { color, variant: variant ?? undefined, images };
  return {
    shown: picked && picked.over === over ? withColor(own, picked.color) : own,
    pick: (color) => setPicked({ over, color }),
  };
}

/** The card with another color selected. If the color has no separate image, the card's own images stay. */
function withColor(own: Shown, { value, variant, image }: ShownColor): Shown {
  return { color: value, variant, images: image === null ? own.images : [image] };
}

/** The number of colors, and swatches that switch the card's image. Before hydration, they lead to the product. */
function Colors({
  product: { name, link, colors, colorCount },
  shown,
  onPick,
}: {
  product: ShownCard;
  shown: string | null;
  onPick: (color: ShownColor) => void;
}) {
  if (colors.length === 0) return null;
  function press(event: MouseEvent, color: ShownColor) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPick(color);
  }
  return (
    <ul aria-label={`Colors of ${name}`} className="card-colors">
      {colors.map((color) => (
        <li key={color.value}>
          <a
            // Not encoded, because browsers encode URLs themselves, and encoding makes the letters of other scripts
            // three times as long.
            href={decodeURI(productPath(link, color.variant))}
            aria-label={`${name} in ${color.value}${color.available ? "" : ", Out of Stock"}`}
            aria-current={color.value === shown || undefined}
            onClick={(event) => press(event, color)}
            className="card-color"
          >
            <Swatch color={color.swatch} label={null} unavailable={!color.available} />
          </a>
        </li>
      ))}
      <li className="ms-1">{`${colorCount} colors`}</li>
    </ul>
  );
}
