import { buyableLines, type CartItem, sameLine } from "@vetrina/commerce/cart";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Quote, QuoteRequest } from "@vetrina/contract/pricing/shipping";
import { useEffect, useState } from "react";
import { useDraft } from "../draft/use-draft.ts";
import { useCart } from "./use-cart.ts";
import { adoptCode } from "./adopt-code.ts";
import { useDiscountCode } from "../draft/discount-code.ts";
import { learnFacts } from "./learn-facts.ts";
import { useMoney } from "../lib/money.ts";
import { quotedLine, useQuote } from "./quote.ts";
import { type Held, heldBy } from "../order/unpaid-orders.ts";
import { hasSaleEnded } from "../sale/sale-ended.ts";
import { useStore } from "../lib/store.ts";

type Notes = Readonly<Record<string, string>>;

/**
 * Combines the cart with the server's quote. `lines`: those that can be bought. `isGone`: whether a line can't.
 * `notes`: what changed, by line id. Units in `holding`, the shopper's own unpaid orders, count as available. While
 * `holding` is null, those orders aren't known yet, and the quote changes no line. Needs QueryScope.
 */
export function useQuotedCart(holding: readonly OrderWithItems[] | null) {
  const { slug } = useStore();
  const cart = useCart();
  const money = useMoney();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [notes, setNotes] = useState<Notes>({});
  const lines = buyableLines(cart.items).filter(({ id }) => !gone.has(id));
  const { quote, sums, isUpdating, failed, retry } = useQuote(lines, useChoice());

  useEffect(() => adoptCode(slug), [slug]);
  // After the drawer is opened or closed, sold-out lines are quoted again, because they may be available again.
  useEffect(() => {
    setGone(new Set());
    setNotes({});
  }, [cart.isOpen]);
  useEffect(() => {
    if (!quote || holding === null) return;
    const { items } = cart;
    const ownQuote = withHeld(quote, heldBy(holding));
    const unavailable = unavailableLines(ownQuote, items);
    if (unavailable.length > 0) setGone((before) => new Set([...before, ...unavailable]));
    const changes = changesOf(ownQuote, items, money);
    if (Object.keys(changes).length > 0) setNotes((before) => ({ ...before, ...changes }));
    learnFacts(
      slug,
      ownQuote.lines.map((line) => ({
        line,
        maxQuantity: line.maxQuantity,
        price: line.price,
      })),
    );
    // Each quote is applied once, when it and the held units have arrived.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [quote, holding]);

  function dismiss(id: string) {
    setNotes((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== id)));
  }
  return {
    cart,
    lines,
    quote,
    sums,
    isUpdating,
    failed,
    retry,
    notes,
    dismiss,
    isGone: isGone(gone),
  };
}

/** The country and code entered in the cart or the checkout. The store's own country is the default and isn't sent. */
function useChoice(): Pick<QuoteRequest, "destination" | "discountCode"> {
  const { country: home } = useStore();
  const discountCode = useDiscountCode();
  const { country } = useDraft().draft.shipping;
  return {
    ...(country === home ? {} : { destination: { country } }),
    ...(discountCode === "" ? {} : { discountCode }),
  };
}

/** Returns whether a line can't be bought: it has no ids, or the server's quote says so. */
function isGone(gone: ReadonlySet<string>) {
  return (item: CartItem) => gone.has(item.id) || buyableLines([item]).length === 0;
}

/** The quote with the units that the shopper's own orders hold added to the maximum of each line. */
function withHeld(quote: Quote, held: Held): Quote {
  const lines = quote.lines.map((line) => ({
    ...line,
    maxQuantity: line.maxQuantity + (held[line.variantId] ?? 0),
  }));
  return { ...quote, lines };
}

function unavailableLines(quote: Quote, items: readonly CartItem[]): string[] {
  const missing = new Set(quote.missing.map(({ id }) => id));
  const soldOut = quote.lines.filter(({ maxQuantity }) => maxQuantity < 1);
  return items
    .filter(
      (item) =>
        missing.has(item.id) ||
        (item.variantId && missing.has(item.variantId)) ||
        soldOut.some((line) => sameLine(line, item)),
    )
    .map(({ id }) => id);
}

function changesOf(
  quote: Quote,
  items: readonly CartItem[],
  money: (major: number) => string,
): Notes {
  const notes: Record<string, string> = {};
  for (const item of items) {
    const line = quotedLine(quote, item);
    if (!line || line.maxQuantity < 1) continue;
    if (line.maxQuantity < item.quantity)
      notes[item.id] = `Only ${line.maxQuantity} left: quantity reduced`;
    else if (hasSaleEnded(item, line))
      notes[item.id] =
        `The sale has ended. The price is now ${money(line.price)} (it was ${money(item.price)})`;
    else if (line.price !== item.price)
      notes[item.id] = `The price is now ${money(line.price)} (it was ${money(item.price)})`;
  }
  return notes;
}
