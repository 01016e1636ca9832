import type { Client } from "@vetrina/client/types";
import type { OrderDocument } from "@vetrina/contract/orders/order-documents";
import type { OrderDetails } from "@vetrina/contract/orders/orders";
import type { Shipment } from "@vetrina/contract/orders/shipments";

/** A shipment whose lines have only the item's id and the quantity, because the items' texts are in the order. */
export type ShownShipment = Omit<Shipment, "lines"> & {
  lines: Pick<Shipment["lines"][number], "orderItemId" | "quantity">[];
};

/** The data that an order's page shows. */
export type OrderPageData = {
  order: OrderDetails;
  shipments: ShownShipment[];
  documents: OrderDocument[];
};

/**
 * Reads the data that an order's page shows. Rejects if a call fails. Leaves out other fields, because they would
 * enlarge the page.
 */
export async function readOrderPage(
  { orders, shipments }: Pick<Client, "orders" | "shipments">,
  id: string,
  signal?: AbortSignal,
): Promise<OrderPageData> {
  const options = signal === undefined ? {} : { signal };
  const [order, sent, documents] = await Promise.all([
    orders.getOrderWithItems({ id }, options),
    shipments.listShipments({ id }, options),
    orders.listOrderDocuments({ id }, options),
  ]);
  return {
    order: {
      ...order,
      trace: order.trace.map((step) => Object.assign(step, { shares: [] })),
    },
    shipments: sent.items.map(({ lines, ...shipment }) =>
      Object.assign(shipment, {
        lines: lines.map(({ orderItemId, quantity }) => ({ orderItemId, quantity })),
      }),
    ),
    documents: documents.items,
  };
}
