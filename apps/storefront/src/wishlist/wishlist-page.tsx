import type { ProductCard } from "@vetrina/contract/catalogue/products";
import { buttonClass } from "@vetrina/ui/button";
import { EmptyState } from "@vetrina/ui/empty-state";
import { toast } from "@vetrina/ui/toast";
import { useEffect } from "react";
import { Link } from "react-router";
import { LoadState } from "../lib/load-state.tsx";
import { itemCount } from "../lib/item-count.ts";
import { QueryScope } from "../lib/query.tsx";
import { shownCards } from "../cards/shown-cards.ts";
import { useStore } from "../lib/store.ts";
import { isSignedIn, syncWishlist } from "./sync-wishlist.ts";
import { useWishlist } from "./use-wishlist.ts";
import { HeartDrawing } from "./heart-drawing.tsx";
import { useWishlistCards } from "./use-wishlist-cards.ts";
import { WishlistCard } from "./wishlist-card.tsx";

/** The visitor's wishlist, which is stored in this browser and, once the visitor has signed in, in the account. */
export default function WishlistPage() {
  return (
    <QueryScope>
      <Content />
    </QueryScope>
  );
}

function Content() {
  const { id: storeId, slug } = useStore();
  const { ids } = useWishlist();
  const { cards, error, retry } = useWishlistCards();
  useEffect(() => {
    syncWishlist(slug, storeId).catch((failure: unknown) => {
      console.warn("The account's wishlist could not be read.", failure);
    });
  }, [slug, storeId]);
  if (ids.length === 0) return <EmptyWishlist />;
  if (cards === undefined) return <LoadState error={error} what="your wishlist" retry={retry} />;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <p className="text-graphite">{itemCount(cards.length)}</p>
        <SignInHint />
      </div>
      <Cards cards={cards} />
    </>
  );
}

function Cards({ cards }: { cards: readonly ProductCard[] }) {
  const { toggle } = useWishlist();
  const shown = shownCards(cards);
  function remove({ id, name }: ProductCard) {
    toggle(id);
    toast({ title: "Removed from wishlist", text: name });
    // The clicked button was removed along with its card, so focus moves to the heading.
    document.querySelector<HTMLElement>("#main h1")?.focus({ preventScroll: true });
  }
  return (
    <ul
      aria-label="On your wishlist"
      className="grid grid-cols-2 gap-x-2 gap-y-10 sm:gap-x-4 lg:grid-cols-4 lg:gap-y-14"
    >
      {cards.map((card, index) => {
        const product = shown[index];
        return product ? (
          <WishlistCard key={card.id} card={card} product={product} onRemove={() => remove(card)} />
        ) : null;
      })}
    </ul>
  );
}

function EmptyWishlist() {
  return (
    <>
      <EmptyState
        title="Your wishlist is empty"
        text="Select the heart on a product to keep it here."
        drawing={<HeartDrawing />}
        action={
          <Link to="/new-arrivals" className={buttonClass()}>
            Start shopping
          </Link>
        }
      />
      <div className="text-center">
        <SignInHint />
      </div>
    </>
  );
}

function SignInHint() {
  if (isSignedIn()) return null;
  return (
    <p className="text-small">
      <Link
        to="/login?returnTo=%2Fwishlist"
        className="text-link inline-flex min-h-target items-center"
      >
        Sign in
      </Link>{" "}
      to see your wishlist on all your devices.
    </p>
  );
}
