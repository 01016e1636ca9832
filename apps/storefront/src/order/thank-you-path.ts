/** The path of the order page. It contains only the order's id. */
export function thankYouPath(orderId: string): string {
  return `/thank-you?${new URLSearchParams({ orderId })}`;
}

/** The order id in such a path, ignoring a stray closing brace at its end; null if there is none. */
export function orderIdOf(query: URLSearchParams): string | null {
  return (
    query
      .get("orderId")
      ?.replace(/(?<!\})\}+$/, "")
      .trim() || null
  );
}

/** The page to pay an order that was placed but not paid. */
export function resumePath(orderId: string): string {
  return `/checkout?${new URLSearchParams({ order: orderId })}`;
}

/** The tracking page with the order's number filled in. */
export function trackPath(orderNumber: string): string {
  return `/order-tracking?${new URLSearchParams({ order: orderNumber })}`;
}

/** The return form with the order's number filled in. */
export function returnPath(orderNumber: string): string {
  return `/returns?${new URLSearchParams({ begin: "1", order: orderNumber })}`;
}
