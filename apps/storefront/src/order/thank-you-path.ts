/** The order's page; nothing but its id stands in the address. */
export function thankYouPath(orderId: string): string {
  return `/thank-you?${new URLSearchParams({ orderId })}`;
}

/** The order an address of that page names; a stray closing brace at its end is ignored. Null for none. */
export function orderIdOf(query: URLSearchParams): string | null {
  return (
    query
      .get("orderId")
      ?.replace(/(?<!\})\}+$/, "")
      .trim() || null
  );
}

/** Where an order that was placed and not paid is paid. */
export function resumePath(orderId: string): string {
  return `/checkout?${new URLSearchParams({ order: orderId })}`;
}

/** The look-up with the order's number filled in. */
export function trackPath(orderNumber: string): string {
  return `/order-tracking?${new URLSearchParams({ order: orderNumber })}`;
}
