import { formatMoney } from "@vetrina/commerce/money";
import type { OrderDetails, OrderItem } from "@vetrina/contract/orders/orders";
import { Link } from "react-router";
import { addressedPicture, Picture } from "../lib/pictures/picture.tsx";
import { fill } from "./words/fill.ts";
import { OpenChange } from "./open-change.tsx";
import { usePageWords } from "./page-words.ts";
import type { ShownShipment } from "./read-order-page.ts";
import { useFirst } from "./use-first.ts";

type Props = { order: OrderDetails; shipments: readonly ShownShipment[]; onChanged: () => void };

/** Maximum number of items in the HTML that the server sends. */
const maxInHtml = 20;

/** The items bought, and how many units of each were shipped, delivered, returned and refunded. */
export function Items({ order, shipments, onChanged }: Props) {
  const { words, language } = usePageWords();
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  const { shown, more } = useFirst(order.items, maxInHtml);
  return (
    <section aria-labelledby="items-title" className="min-w-0">
      <h2 id="items-title" className="display mb-4 text-h3">
        {words.items}
      </h2>
      <ul className="dividers border-y border-line">
        {shown.map((item) => (
          <li key={item.id} className="grid grid-cols-[5rem_1fr] gap-4 py-4">
            <Link
              to={`/product?${new URLSearchParams({ link: item.link })}`}
              tabIndex={-1}
              aria-hidden="true"
              className="aspect-4/5 self-start bg-tissue"
            >
              <Picture
                image={addressedPicture(item.image)}
                sizes="5rem"
                className="size-full object-cover"
              />
            </Link>
            <div className="min-w-0 text-small">
              <p className="flex justify-between gap-4">
                <Link
                  to={`/product?${new URLSearchParams({ link: item.link })}`}
                  className="min-w-0 font-medium wrap-anywhere hover:underline"
                >
                  {item.name}
                </Link>
                <span className="shrink-0 digits">{money(item.total)}</span>
              </p>
              {detailsOf(item, money, words).map((detail) => (
                <p key={detail} className="wrap-anywhere text-graphite">
                  {detail}
                </p>
              ))}
              {statesOf(item, deliveredOf(item, shipments), words).map((state) => (
                <p key={state} className="font-medium">
                  {state}
                </p>
              ))}
              {order.changes.sizes && item.size !== null && item.refundedQuantity === 0 ? (
                <OpenChange
                  change={{ kind: "size", order, item }}
                  label={words.changeSize}
                  about={item.name}
                  isQuiet
                  onChanged={onChanged}
                />
              ) : null}
            </div>
          </li>
        ))}
        {more === null ? null : <li className="py-4 text-small">{more}</li>}
      </ul>
    </section>
  );
}

type Words = ReturnType<typeof usePageWords>["words"];

function detailsOf(item: OrderItem, money: (amount: number) => string, words: Words): string[] {
  const { color, size, quantity, price } = item;
  return [
    ...(color === null ? [] : [fill(words.color, { value: color })]),
    ...(size === null ? [] : [fill(words.size, { value: size })]),
    quantity === 1
      ? fill(words.quantity, { n: 1 })
      : fill(words.each, { n: quantity, price: money(price) }),
  ];
}

function deliveredOf(item: OrderItem, shipments: readonly ShownShipment[]): number {
  const lines = shipments
    .filter(({ deliveredAt }) => deliveredAt !== null)
    .flatMap((one) => one.lines);
  return lines.reduce(
    (sum, { orderItemId, quantity }) => sum + (orderItemId === item.id ? quantity : 0),
    0,
  );
}

function statesOf(item: OrderItem, delivered: number, words: Words): string[] {
  const all = item.quantity;
  const shown = [
    // If all shipped units were delivered, the number of shipped ones is left out.
    [words.shippedOf, delivered === item.fulfilledQuantity ? 0 : item.fulfilledQuantity],
    [words.deliveredOf, delivered],
    [words.returnedOf, item.returnedQuantity],
    [words.refundedOf, item.refundedQuantity],
  ] as const;
  return shown.filter(([, n]) => n > 0).map(([text, n]) => fill(text, { n, all }));
}
