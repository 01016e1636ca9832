import { Skeleton } from "@vetrina/ui/skeleton";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";

/** An order's amounts in major units, each as the server has said it. */
export type Amounts = {
  subtotal: number;
  discount: number;
  discountCode: string | null;
  shipping: number;
  tax: number;
  total: number;
};

/** Subtotal, discount, shipping ("Free" when 0), tax where it is added, and total; without amounts their empty places. */
export function SumList({ amounts }: { amounts: Amounts | null }) {
  const money = useMoney();
  const { taxPercent } = useStore();
  // Where prices include it there is nothing to add.
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
