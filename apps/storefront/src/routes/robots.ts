/** Everything may be read but what belongs to one shopper. */
export function loader(): Response {
  const lines = [
    "User-agent: *",
    ...["/cart", "/checkout", "/thank-you", "/order-tracking", "/search", "/login", "/api/"].map(
      (path) => `Disallow: ${path}`,
    ),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
