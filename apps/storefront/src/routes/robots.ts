import { storeContext } from "../lib/context.ts";
import { publicOrigin } from "../lib/store.ts";
import type { Route } from "./+types/robots";

/** The robots.txt file. Disallows pages that search engines have no use for. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const lines = [
    "User-agent: *",
    ...["/cart", "/checkout", "/thank-you", "/order-tracking", "/search", "/login", "/api/"].map(
      (path) => `Disallow: ${path}`,
    ),
    "",
    `Sitemap: ${publicOrigin(request.url, context.get(storeContext))}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
