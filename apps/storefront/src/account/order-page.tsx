import { useQuery } from "@tanstack/react-query";
import { buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";
import { InvoiceLink } from "../order/invoice-link.tsx";
import { OrderReceipt } from "../order/order-receipt.tsx";
import { returnPath, trackPath } from "../order/thank-you-path.ts";
import { browserApi } from "../lib/api.ts";
import { QueryScope } from "../lib/query.tsx";
import { LoadState } from "../lib/load-state.tsx";

/** One order of the signed-in customer, whichever browser it was placed in. */
export default function OrderPage({ id }: { id: string }) {
  return (
    <QueryScope>
      <div className="grid gap-10">
        <Receipt id={id} />
        <Link
          to="/account"
          className={`${buttonClass({ variant: "secondary" })} justify-self-start`}
        >
          Back to your account
        </Link>
      </div>
    </QueryScope>
  );
}

function Receipt({ id }: { id: string }) {
  const order = useQuery({
    queryKey: ["order", id],
    queryFn: async ({ signal }) =>
      (await browserApi()).orders.getOrderWithItems({ id }, { signal }),
  });
  if (order.data === undefined)
    return <LoadState error={order.error} what="this order" retry={() => void order.refetch()} />;
  const { orderNumber, status } = order.data;
  const wasPaid = status !== "PENDING" && status !== "CANCELLED";
  return (
    <>
      <OrderReceipt order={order.data} />
      <div className="flex flex-wrap gap-3">
        {wasPaid ? <InvoiceLink orderId={id} /> : null}
        <Link to={trackPath(orderNumber)} className={buttonClass({ variant: "secondary" })}>
          Track Order
        </Link>
        {wasPaid && status !== "REFUNDED" ? (
          <Link to={returnPath(orderNumber)} className={buttonClass({ variant: "secondary" })}>
            Return an item
          </Link>
        ) : null}
      </div>
    </>
  );
}
