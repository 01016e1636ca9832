import type { BuyableLine } from "@vetrina/commerce/cart";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { buttonClass } from "@vetrina/ui/button";
import { classNames } from "@vetrina/ui/class-names";
import { Progress } from "@vetrina/ui/progress";
import { Link } from "react-router";
import { useMoney, useRoundMoney } from "../lib/money.ts";
import { discountRows, shippingName, taxRows } from "../totals/price-rows.ts";
import { TaxNotes } from "../totals/tax-notes.tsx";
import type { Sums } from "./quote.ts";
import { useStore } from "../lib/store.ts";
import { estimatedWords } from "./estimated.ts";
import { countryName } from "../lib/formats.ts";
import { withArticle } from "../lib/with-article.ts";

type CartSumsProps = {
  sums: Sums;
  quote: Quote | undefined;
  /** Whether a quote for another country or code is being loaded. The totals shown are the previous ones. */
  isUpdating: boolean;
};

type CartTotalProps = CartSumsProps & {
  failed: boolean;
  onRetry: () => void;
};

type CheckoutLinkProps = {
  lines: readonly BuyableLine[];
  sums: Sums;
  onFollow: () => void;
};

/** Says how much more the shopper must add for free shipping, or that shipping is free. */
export function FreeShippingHint({ sums }: { sums: Sums }) {
  const { shipping } = useStore();
  const money = useRoundMoney();
  if (sums.remainingForFree === null)
    return sums.shipping === 0 && shipping !== null && shipping.freeAbove !== null ? (
      <p className="text-small font-medium">Your order ships free.</p>
    ) : null;
  return (
    <div className="grid gap-2">
      <p className="text-small font-medium">
        Add {money(sums.remainingForFree)} more for free shipping!
      </p>
      <Progress
        label="On the way to free shipping"
        value={sums.subtotal}
        max={sums.subtotal + sums.remainingForFree}
      />
    </div>
  );
}

/** The amounts that add up to the total. */
export function CartSums({ sums, quote, isUpdating }: CartSumsProps) {
  const money = useMoney();
  const { taxPercent } = useStore();
  const shipping = sums.shipping === 0 ? "Free" : money(sums.shipping);
  const rows = [
    { id: "subtotal", name: "Subtotal", value: money(sums.subtotal) },
    ...(quote === undefined ? [] : discountRows(quote)).map(({ id, name, amount }) => ({
      id,
      name,
      value: money(-amount),
    })),
    {
      id: "shipping",
      name: shippingName(quote?.trace ?? []),
      value: isShipped(quote) ? shipping : "Not available",
    },
    ...taxRows({ tax: sums.tax, trace: quote?.trace ?? [] }, taxPercent).map((row) => ({
      id: row.id,
      name: row.name,
      value: money(row.amount),
    })),
  ];
  return (
    <dl aria-busy={isUpdating} className={sumsClass("grid gap-1 text-small", isUpdating)}>
      {rows.map(({ id, name, value }) => (
        <div key={id} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere text-graphite">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The total, and whether it is an estimate. */
export function CartTotal({ sums, quote, isUpdating, failed, onRetry }: CartTotalProps) {
  const money = useMoney();
  return (
    <div className="grid gap-1" aria-busy={isUpdating}>
      <dl className={sumsClass("border-t border-line pt-2", isUpdating)}>
        <div className="flex justify-between gap-4 text-body font-semibold">
          <dt>Total</dt>
          <dd>{money(sums.total)}</dd>
        </div>
        <TaxNotes trace={quote?.trace ?? []} />
      </dl>
      <p className="text-note text-graphite">
        {failed ? (
          <>
            We couldn't reach the store. These totals are estimates.{" "}
            <button type="button" className="text-link min-h-target" onClick={onRetry}>
              Try again
            </button>
          </>
        ) : (
          <EstimateNote sums={sums} quote={quote} />
        )}
      </p>
    </div>
  );
}

function sumsClass(className: string, isUpdating: boolean): string {
  return classNames(className, "digits", isUpdating && "opacity-60");
}

/** The link to the checkout. Not rendered if no line can be bought. */
export function CheckoutLink({ lines, sums, onFollow }: CheckoutLinkProps) {
  if (lines.length === 0) return null;
  return (
    <div className="grid">
      <Link
        to="/checkout"
        state={checkoutState(lines, sums)}
        onClick={onFollow}
        className={buttonClass({ size: "cta" })}
      >
        Checkout
      </Link>
    </div>
  );
}

/** Whether the store has a shipping method for the country; true until the quote arrives. */
function isShipped(quote: Quote | undefined): boolean {
  return quote === undefined || quote.methods.length > 0;
}

function EstimateNote({ sums, quote }: { sums: Sums; quote: Quote | undefined }) {
  const store = useStore();
  const { locale, shipping } = store;
  const country = quote && withArticle(countryName(quote.country, locale));
  if (!isShipped(quote)) return `We don't ship to ${country} yet. Choose another country.`;
  const estimated = estimatedWords(store);
  const method = quote?.methods.find(({ id }) => id === quote.method)?.name ?? shipping?.methodName;
  if (!sums.estimated) return `Shipping to ${country} (${method}).`;
  if (method === undefined) return `${estimated}. The final total depends on your address.`;
  if (!quote) return `${estimated} (${method}).`;
  return `${estimated} for ${country} (${method}). The final total depends on your address.`;
}

/** The navigation state of the link to /checkout. The checkout itself reads the cart from storage. */
function checkoutState(lines: readonly BuyableLine[], sums: Sums) {
  const { subtotal, shipping, tax, total } = sums;
  return { items: lines, subtotal, shipping, tax, total };
}
