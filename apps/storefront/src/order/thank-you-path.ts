/** The path of the thank-you page. It contains only the order's id, not its key. */
export function thankYouPath(orderId: string): string {
  return `/thank-you?${new URLSearchParams({ orderId })}`;
}

/**
 * The order id in the thank-you page's query; null if there is none. Removes closing braces at the end, because the URL
 * in the project's specification ends with one by mistake.
 */
export function orderIdOf(query: URLSearchParams): string | null {
  return (
    query
      .get("orderId")
      ?.replace(/(?<!\})\}+$/, "")
      .trim() || null
  );
}

/** The path of the page where an order that was placed but not paid can be paid. */
export function resumePath(orderId: string): string {
  return `/checkout?${new URLSearchParams({ order: orderId })}`;
}

/** The path of the tracking page with the order's number filled in. */
export function trackPath(orderNumber: string): string {
  return `/order-tracking?${new URLSearchParams({ order: orderNumber })}`;
}

/** The path of the return form with the order's number filled in. */
export function returnPath(orderNumber: string): string {
  return `/returns?${new URLSearchParams({ begin: "1", order: orderNumber })}`;
}
