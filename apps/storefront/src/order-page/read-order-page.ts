import type { Client } from "@vetrina/client/types";
import type { OrderDocument } from "@vetrina/contract/orders/order-documents";
import type { OrderDetails } from "@vetrina/contract/orders/orders";
import type { Shipment } from "@vetrina/contract/orders/shipments";

/** What an order's page shows. */
export type OrderPageData = {
  order: OrderDetails;
  shipments: Shipment[];
  documents: OrderDocument[];
};

/** Rejects as the calls do. */
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
  return { order, shipments: sent.items, documents: documents.items };
}
