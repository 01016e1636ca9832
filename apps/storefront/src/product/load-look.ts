import type { Client } from "@vetrina/client/types";
import type { UpsellType } from "@vetrina/contract/enumerations";
import type { ProductCard } from "@vetrina/contract/products";
import type { Upsell } from "@vetrina/contract/upsells";

const lookLength = 4;
/** Asked for beyond what is shown: some of it may be sold out or come twice. */
const asked = 24;
/** What goes with the product, then what is like it, then what it may be exchanged for. */
const typeOrder: readonly UpsellType[] = ["CROSS_SELL", "RELATED", "UPSELL"];

/** What the store has paired with the product, filled up with products like it. */
export async function loadLook(client: Client, productId: string): Promise<ProductCard[]> {
  const [paired, related] = await Promise.all([
    client.upsells.listUpsells({ productId, limit: asked }),
    client.products.listRelated({ productId, limit: asked }),
  ]);
  return composeLook(paired.items, related.items);
}

/**
 * Four products that can be bought, each once: the pairs of the store, one of each type in turn so that none crowds the others
 * out, and then what is related.
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
