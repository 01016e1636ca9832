import { Skeleton } from "@vetrina/ui/skeleton";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";

/** An order's amounts in major units, as the server calculated them. */
export type Amounts = {
  subtotal: number;
  discount: number;
  discountCode: string | null;
  shipping: number;
  tax: number;
  total: number;
};

/**
 * Subtotal, discount, shipping ("Free" if 0), tax if it is added, and total. Without amounts it shows placeholders.
 */
export function SumList({ amounts }: { amounts: Amounts | null }) {
  const money = useMoney();
  const { taxPercent } = useStore();
  // If prices include tax, nothing is added.
  const showsTax = taxPercent > 0 || (amounts !== null && amounts.tax > 0);
  const code = amounts?.discountCode ? ` (${amounts.discountCode})` : "";
  const rows: [string, string | null][] = [
    ["Subtotal", amounts && money(amounts.subtotal)],
    ...(amounts && amounts.discount > 0
      ? [[`Discount${code}`, `−${money(amounts.discount)}`] as [string, string]]
      : []),
    ["Shipping", amounts && (amounts.shipping === 0 ? "Free" : money(amounts.shipping))],
    ...(showsTax ? [["Tax", amounts && money(amounts.tax)] as [string, string | null]] : []),
  ];
  return (
    <dl className="grid gap-1 text-small tabular-nums">
      {rows.map(([name, value]) => (
        <div key={name} className="flex items-center justify-between gap-4">
          <dt className="text-graphite">{name}</dt>
          <dd>{value ?? <Skeleton className="h-4 w-16" />}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-center justify-between gap-4 border-t border-line pt-3 text-lead font-semibold">
        <dt>Total</dt>
        <dd>{amounts ? money(amounts.total) : <Skeleton className="h-6 w-20" />}</dd>
      </div>
    </dl>
  );
}
