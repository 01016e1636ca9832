import { Suspense } from "react";
import { pageMeta } from "../lib/seo.ts";
import { useIsAlive } from "../lib/use-is-alive.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import type { Route } from "./+types/wishlist";

// The server's page is the same for everyone, because only the browser has the wishlist.
const WishlistPage = whenNeeded(() => import("../wishlist/wishlist-page.tsx"));

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Wishlist", path: "/wishlist", noIndex: true });
}

export default function Wishlist() {
  const isAlive = useIsAlive();
  const loading = <p className="text-graphite noscript:hidden">Loading your wishlist…</p>;
  return (
    <section className="sheet min-h-svh pt-10 lg:pt-16">
      <h1 tabIndex={-1} className="display mb-6 text-h1 outline-none">
        Wishlist
      </h1>
      <noscript>
        <p className="text-lead">Your wishlist needs JavaScript. Turn it on in your browser.</p>
      </noscript>
      {isAlive ? (
        <Suspense fallback={loading}>
          <WishlistPage />
        </Suspense>
      ) : (
        loading
      )}
    </section>
  );
}
