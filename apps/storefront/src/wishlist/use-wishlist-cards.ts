import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ProductCard } from "@vetrina/contract/catalogue/products";
import { useEffect } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { useWishlist } from "./use-wishlist.ts";

/** The maximum number of products that one call returns. */
const atOnce = 50;

/**
 * The products of the wishlist, latest first; undefined until they are loaded. Products that are no longer visible are
 * removed from the list. Needs QueryScope.
 */
export function useWishlistCards() {
  const { id: storeId } = useStore();
  const { ids, toggle } = useWishlist();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ["wishlist", storeId, ids.toSorted()],
    queryFn: ({ signal }) => readCards(storeId, ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    for (const id of ids) if (!data.has(id)) toggle(id);
    // Runs once for each response.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, isPlaceholderData]);
  const cards = data && ids.toReversed().flatMap((id) => data.get(id) ?? []);
  return { cards, error, retry: () => void refetch() };
}

async function readCards(
  linkStoreId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, ProductCard>> {
  const { products } = await browserApi();
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
    ids.slice(part * atOnce, (part + 1) * atOnce),
  );
  const lists = await Promise.all(
    parts.map((part) =>
      products.listProducts({ linkStoreId, ids: part, limit: atOnce }, { signal }),
    ),
  );
  return new Map(lists.flatMap(({ items }) => items.map((card) => [card.id, card] as const)));
}
