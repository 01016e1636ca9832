import { storeContext } from "../lib/context.ts";
import type { Route } from "./+types/favicon";

/** The first letter of the store's name on its ink. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { name, theme } = context.get(storeContext);
  const letter = name.slice(0, 1).toUpperCase().replace(/[<&]/, "");
  const ink = theme["color-accent"] ?? theme["color-ink"] ?? "#14171c";
  const paper = theme["color-paper"] ?? "#f7f8f9";
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${ink}" d="M0 0h32v32H0z"/><text x="16" y="25" font-family="Arial Narrow,Arial,sans-serif" font-weight="700" font-size="25" text-anchor="middle" fill="${paper}">${letter}</text></svg>`,
    { headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" } },
  );
}
