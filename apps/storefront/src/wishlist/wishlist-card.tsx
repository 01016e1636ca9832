import { productPath } from "@vetrina/commerce/shop-paths";
import type { ProductCard as Card } from "@vetrina/contract/catalogue/products";
import { Button, buttonClass } from "@vetrina/ui/button";
import { toast } from "@vetrina/ui/toast";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { ProductCard } from "../cards/product-card.tsx";
import { browserApi } from "../lib/api.ts";
import { useCart } from "../cart/use-cart.ts";
import type { ShownCard } from "../cards/shown-cards.ts";
import { useStore } from "../lib/store.ts";
import { patiently } from "../lib/when-needed.ts";

type Props = { card: Card; product: ShownCard; onRemove: () => void };

/** A product of the wishlist, with buttons to add it to the cart and to remove it. */
export function WishlistCard({ card, product, onRemove }: Props) {
  return (
    <li className="grid grid-rows-[1fr_auto] gap-3">
      <ProductCard
        product={product}
        sizes="(min-width: 90rem) 21rem, (min-width: 64rem) 23vw, 46vw"
        heading="h2"
      />
      <div className="grid gap-1">
        <WayIn card={card} />
        <Button variant="quiet" className="text-small" onClick={onRemove}>
          Remove<span className="sr-only"> {card.name} from your wishlist</span>
        </Button>
      </div>
    </li>
  );
}

const look = buttonClass({ variant: "secondary", size: "target" });

function WayIn({ card }: { card: Card }) {
  const { name, link, stockLabel } = card;
  const choice = choiceOf(card);
  if (choice === null && stockLabel !== "sold-out") return <AddButton card={card} />;
  return (
    <Link to={productPath(link)} className={look}>
      {stockLabel === "sold-out" ? "View item" : `Choose ${choice}`}
      <span className="sr-only"> of {name}</span>
    </Link>
  );
}

/**
 * What must be chosen on the product's page: a size, a color, or both ("options"). null if the card shows no choice.
 */
function choiceOf({ sizes, colors }: Card): "size" | "color" | "options" | null {
  if (sizes.length > 1) return colors.length > 1 ? "options" : "size";
  return colors.length > 1 ? "color" : null;
}

function AddButton({ card: { name, link } }: { card: Card }) {
  const { id } = useStore();
  const cart = useCart();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function add() {
    setBusy(true);
    try {
      const [{ products }, { cartLineOf }, { pageProduct }, { unpackProduct }] = await Promise.all([
        browserApi(),
        patiently(() => import("../product-data/selection.ts")),
        patiently(() => import("../product-data/page-data.ts")),
        patiently(() => import("../product-data/packed-product.ts")),
      ]);
      const product = unpackProduct(pageProduct(await products.getProductPage({ id, link })));
      const [variant, ...others] = product.variants;
      // The card has only sizes and colors. Any other option is chosen on the product's page.
      if (others.length > 0) await navigate(productPath(link));
      else if (variant?.available) cart.add(cartLineOf(product, variant, 1));
      else toast({ title: "This item is sold out", text: name, tone: "destructive" });
    } catch {
      toast({ title: "The item couldn't be added. Try again.", tone: "destructive" });
    }
    setBusy(false);
  }
  return (
    <Button
      variant="secondary"
      size="target"
      busy={busy || cart.isAdding}
      busyText="Adding..."
      onClick={() => void add()}
    >
      Add to Cart<span className="sr-only">: {name}</span>
    </Button>
  );
}
