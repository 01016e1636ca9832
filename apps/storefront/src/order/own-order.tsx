import { useQuery } from "@tanstack/react-query";
import { hasEnded } from "@vetrina/commerce/orders/order-steps";
import { browserApi } from "../lib/api.ts";
import { arrivalText } from "../lib/dates.ts";
import { QueryScope } from "../lib/query.tsx";
import { useStore } from "../lib/store.ts";
import { OrderLine, shownOrderLine } from "./order-lines.tsx";

/** The items and delivery dates of an order that was placed in this browser. Loaded on demand. */
export default function OwnOrder({ id }: { id: string }) {
  return (
    <QueryScope>
      <Details id={id} />
    </QueryScope>
  );
}

function Details({ id }: { id: string }) {
  const { locale } = useStore();
  const { data } = useQuery({
    queryKey: ["order", id],
    queryFn: async ({ signal }) =>
      (await browserApi()).orders.getOrderWithItems({ id }, { signal }),
  });
  if (data === undefined) return null;
  return (
    <>
      {data.delivery && !hasEnded(data) ? (
        <p className="border-t border-line py-3 font-medium">
          {arrivalText(data.delivery, data.pickup, locale)}
        </p>
      ) : null}
      <ul aria-label="Items" className="dividers border-y border-line">
        {data.items.map((item) => (
          <OrderLine key={item.id} line={shownOrderLine(item)} />
        ))}
      </ul>
    </>
  );
}
