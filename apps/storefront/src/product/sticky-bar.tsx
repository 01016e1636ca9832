import { Price } from "@vetrina/ui/price";
import { type RefObject, useEffect, useState } from "react";
import { addressedPicture, Picture } from "../lib/pictures/picture.tsx";
import { useMoney } from "../lib/money.ts";
import { AddButton } from "./buy-buttons.tsx";
import type { Purchase } from "./use-purchase.ts";

/**
 * Shows the price and the Add button at the window's lower edge once the page's own Add button is scrolled out of view.
 */
export function StickyBar({
  purchase,
  addRef,
}: {
  purchase: Purchase;
  addRef: RefObject<HTMLDivElement | null>;
}) {
  const money = useMoney();
  const [past, setPast] = useState(false);
  useEffect(() => {
    if (!addRef.current) return undefined;
    // The observed area extends far below the window, so the button only counts as out of view once it is above the
    // window.
    const observer = new IntersectionObserver(
      ([entry]) => setPast(entry?.isIntersecting === false),
      { rootMargin: "0px 0px 1000000px 0px" },
    );
    observer.observe(addRef.current);
    return () => observer.disconnect();
  }, [addRef]);

  const { line } = purchase;
  if (!past || !line) return null;
  const details = [line.color, line.size].filter(Boolean).join(" / ");
  const reduced = line.originalPrice && line.originalPrice > line.price ? line.originalPrice : null;
  return (
    <section
      aria-label="Buy"
      data-buy-bar=""
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper"
    >
      <div className="sheet flex items-center gap-4 py-2">
        <div className="aspect-4/5 w-11 shrink-0 bg-tissue max-sm:hidden">
          <Picture
            image={addressedPicture(line.image)}
            sizes="2.75rem"
            className="size-full object-cover"
          />
        </div>
        <div className="min-w-0 grow text-small">
          <p className="truncate font-medium max-sm:hidden">{line.name}</p>
          <p className="flex flex-wrap gap-x-2">
            <Price
              now={money(line.price)}
              was={reduced === null ? null : money(reduced)}
              className="font-medium"
            />
            <span className="truncate text-graphite">{details}</span>
          </p>
        </div>
        <AddButton purchase={purchase} className="shrink-0 max-sm:px-5" />
      </div>
    </section>
  );
}
