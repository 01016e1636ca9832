import type { PriceStep } from "@vetrina/contract/pricing/shipping";
import { Skeleton } from "@vetrina/ui/skeleton";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import { discountRows, shippingName, taxRows } from "../totals/price-rows.ts";
import { TaxNotes } from "../totals/tax-notes.tsx";

/** An order's amounts (major units), as the server calculated them. */
export type Amounts = {
  subtotal: number;
  discount: number;
  discountCode: string | null;
  shipping: number;
  tax: number;
  total: number;
  trace: readonly PriceStep[];
};

/**
 * Subtotal, each discount, shipping ("Free" if 0), each tax that is added, total, and tax that is included. If
 * `amounts` is null, shows placeholders.
 */
export function SumList({ amounts }: { amounts: Amounts | null }) {
  const money = useMoney();
  const { taxPercent } = useStore();
  const rows: { id: string; name: string; value: string | null }[] = [
    { id: "subtotal", name: "Subtotal", value: amounts && money(amounts.subtotal) },
    ...(amounts === null ? [] : discountRows(amounts)).map(({ id, name, amount }) => ({
      id,
      name,
      value: money(-amount),
    })),
    {
      id: "shipping",
      name: shippingName(amounts?.trace ?? []),
      value: amounts && (amounts.shipping === 0 ? "Free" : money(amounts.shipping)),
    },
    ...taxRows(amounts ?? { tax: 0, trace: [] }, amounts ? null : taxPercent).map(
      ({ id, name, amount }) => ({ id, name, value: amounts && money(amount) }),
    ),
  ];
  return (
    <dl className="grid gap-1 text-small digits">
      {rows.map(({ id, name, value }) => (
        <div key={id} className="flex items-center justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere text-graphite">{name}</dt>
          <dd>{value ?? <Skeleton className="h-4 w-16" />}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-center justify-between gap-4 border-t border-line pt-3 text-lead font-semibold">
        <dt>Total</dt>
        <dd>{amounts ? money(amounts.total) : <Skeleton className="h-6 w-20" />}</dd>
      </div>
      <TaxNotes trace={amounts?.trace ?? []} />
    </dl>
  );
}
