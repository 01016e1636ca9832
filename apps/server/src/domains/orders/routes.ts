import type { orders } from "@vetrina/contract/orders";
import type { Routes } from "../../platform/http/routes.ts";
import { cancelOrder } from "./cancel-order.ts";
import { createOrder } from "./create-order.ts";
import { getOrderInvoice } from "./get-order-invoice.ts";
import { getOrderThankYou } from "./get-order-thank-you.ts";
import { getOrderWithItems } from "./get-order-with-items.ts";
import { getOrder } from "./get-order.ts";
import { listOrders } from "./list-orders.ts";

export const ordersRoutes = {
  createOrder,
  listOrders,
  getOrder,
  getOrderWithItems,
  getOrderInvoice,
  getOrderThankYou,
  cancelOrder,
} satisfies Routes<typeof orders>;
