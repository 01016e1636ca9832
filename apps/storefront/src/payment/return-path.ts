/** The path that a provider's own page sends the shopper back to. The server builds the same path. */
export function returnPath(orderId: string): string {
  return `/checkout?${new URLSearchParams({ return: orderId })}`;
}

/** returnPath as an absolute URL. */
export function returnUrl(orderId: string): string {
  return location.origin + returnPath(orderId);
}
