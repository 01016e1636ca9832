import type { Client } from "@vetrina/client/types";
import type { UpsellType } from "@vetrina/contract/enumerations";
import type { ProductCard } from "@vetrina/contract/catalogue/products";
import type { Upsell } from "@vetrina/contract/catalogue/upsells";

const lookLength = 4;
/** Number of products requested. It is more than are shown, because some may be sold out or duplicates. */
const requested = 24;
/** The order in which the types of upsells take turns. */
const typeOrder: readonly UpsellType[] = ["CROSS_SELL", "RELATED", "UPSELL"];

/** The product's upsells, followed by related products until the row is full. */
export async function loadLook(client: Client, productId: string): Promise<ProductCard[]> {
  const [paired, related] = await Promise.all([
    client.upsells.listUpsells({ productId, limit: requested }),
    client.products.listRelated({ productId, limit: requested }),
  ]);
  return composeLook(paired.items, related.items);
}

/**
 * Up to four available products without duplicates: the upsells, one of each type in turn, then related products.
 */
export function composeLook<Card extends Pick<ProductCard, "id" | "stockLabel">>(
  pairs: readonly (Pick<Upsell, "type"> & { product: Card })[],
  related: readonly Card[],
): Card[] {
  const byType = typeOrder.map((type) =>
    pairs.filter((pair) => pair.type === type).map(({ product }) => product),
  );
  const longest = Math.max(...byType.map((cards) => cards.length));
  const inTurn = Array.from({ length: longest }, (_, turn) =>
    byType.flatMap((cards) => cards[turn] ?? []),
  );
  const all = [...inTurn.flat(), ...related].filter(({ stockLabel }) => stockLabel !== "sold-out");
  const different = new Map(all.toReversed().map((card) => [card.id, card]));
  return all.filter((card) => different.get(card.id) === card).slice(0, lookLength);
}
