/** Where a provider's own page sends the shopper back to. The server builds the same address. */
export function returnPath(orderId: string): string {
  return `/checkout?${new URLSearchParams({ return: orderId })}`;
}

/** The same as a whole address. */
export function returnUrl(orderId: string): string {
  return location.origin + returnPath(orderId);
}
