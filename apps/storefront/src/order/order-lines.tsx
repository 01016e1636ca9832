import type { OrderItem } from "@vetrina/contract/orders/orders";
import type { QuoteLine } from "@vetrina/contract/pricing/shipping";
import type { ReactNode } from "react";
import { backorderText } from "../lib/backorder-text.ts";
import { useMoney } from "../lib/money.ts";
import { addressedPicture, Picture } from "../lib/pictures/picture.tsx";
import { useStore } from "../lib/store.ts";

/** A line in the checkout and on the thank-you page. Amounts are in major units. */
export type ShownLine = {
  id: string;
  name: string;
  image: string | null;
  color: string | null;
  size: string | null;
  quantity: number;
  price: number;
  total: number;
  /** The number of back-ordered units, and when they are expected. */
  backorder?: QuoteLine["backorder"];
};

/** Name, image, color, size, quantity and price. `below` shows notices and actions for a line. */
export function OrderLine({ line, below }: { line: ShownLine; below?: ReactNode }) {
  const money = useMoney();
  const { locale } = useStore();
  const details = [
    line.color === null ? null : `Color: ${line.color}`,
    line.size === null ? null : `Size: ${line.size}`,
    line.quantity === 1 ? "Quantity: 1" : `Quantity: ${line.quantity} at ${money(line.price)}`,
    line.backorder ? backorderDetail(line.backorder, line.quantity, locale) : null,
  ].filter((detail) => detail !== null);
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-4 py-3">
      <div className="aspect-4/5 bg-tissue">
        <Picture
          image={addressedPicture(line.image)}
          sizes="4rem"
          className="size-full object-cover"
        />
      </div>
      <div className="min-w-0 text-small">
        <p className="flex justify-between gap-4">
          <span className="font-medium">{line.name}</span>
          <span className="shrink-0 digits">{money(line.total)}</span>
        </p>
        {details.map((detail) => (
          <p key={detail} className="text-graphite">
            {detail}
          </p>
        ))}
        {below}
      </div>
    </li>
  );
}

function backorderDetail(
  { quantity, expectedDate }: NonNullable<QuoteLine["backorder"]>,
  ofAll: number,
  locale: string,
): string {
  const text = backorderText(expectedDate, locale);
  return quantity < ofAll ? `${quantity} of ${ofAll}: ${text}` : text;
}

/** An order's item as a line to show. Without a size, it is One Size, as in the cart. */
export function shownOrderLine({
  id,
  name,
  image,
  color,
  size,
  quantity,
  price,
  total,
}: OrderItem): ShownLine {
  return { id, name, image, color, size: size ?? "One Size", quantity, price, total };
}
