import { firstSigns } from "@vetrina/commerce/products/letters";
import { storeContext } from "../lib/context.ts";
import { themeTokens } from "../shell/theme.server.ts";
import type { Route } from "./+types/favicon";

/** The first character of the store's name, on the theme's accent color or, without one, on its ink color. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { name, locale, theme: chosen } = context.get(storeContext);
  const theme = Object.fromEntries(themeTokens(chosen));
  const ink = theme["color-accent"] ?? theme["color-ink"] ?? "#14171c";
  const paper = theme["color-paper"] ?? "#f7f8f9";
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${ink}" d="M0 0h32v32H0z"/><text x="16" y="25" font-family="Arial Narrow,Arial,sans-serif" font-weight="700" font-size="25" text-anchor="middle" fill="${paper}">${inXml(initialOf(name, locale))}</text></svg>`,
    {
      headers: {
        "content-type": "image/svg+xml",
        "cache-control": "public, max-age=86400",
        "content-security-policy": "default-src 'none'",
      },
    },
  );
}

/** The name's first character, capitalized if the capital is a single character. The capital of ß would be two. */
function initialOf(name: string, locale: string): string {
  const first = firstSigns(name, 1);
  const capital = first.toLocaleUpperCase(locale);
  return firstSigns(capital, 1) === capital ? capital : first;
}

function inXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
