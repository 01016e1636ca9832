import type { Client } from "@vetrina/client/types";
import { buttonClass } from "@vetrina/ui/button";
import { data, Link, useRevalidator } from "react-router";
import { clientContext, languageContext } from "../lib/context.ts";
import { nullIfMissing } from "../lib/query/null-if-missing.ts";
import { pageMeta } from "../lib/seo.ts";
import "../order/print.css";
import { type Opening, useOrderLink } from "../order/use-order-link.ts";
import { OrderView } from "../order-page/order-view.tsx";
import { type OrderPageData, readOrderPage } from "../order-page/read-order-page.ts";
import { orderWords } from "../order-page/words/order-words.ts";
import type { Route } from "./+types/order";

/**
 * Loads the order if this browser has its key in a cookie. `shown` is null if the key isn't stored yet or there is no
 * such order.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("id");
  const { language } = context.get(languageContext);
  const found = id === null ? null : await findOrder(context.get(clientContext), id);
  const words = found === null ? null : await orderWords(language);
  return data(
    { id, shown: found === null || words === null ? null : { found, page: { words, language } } },
    { status: id !== null && found === null ? 404 : 200 },
  );
}

/**
 * Prevents caching, and keeps other sites from receiving the page's URL. Links in emails open this page with the
 * order's key in the fragment.
 */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "no-referrer" };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Your order", path: "/order", noIndex: true });
}

export default function OrderPage({ loaderData: { id, shown } }: Route.ComponentProps) {
  const opening = useOrderLink(id);
  const { revalidate } = useRevalidator();
  return (
    <section className="sheet grid gap-8 py-10 lg:py-16">
      {shown === null || opening === "opening" ? (
        <NoOrder opening={opening} />
      ) : (
        <OrderView data={shown.found} page={shown.page} onChanged={() => void revalidate()} />
      )}
    </section>
  );
}

const texts: Record<Opening, { title: string; text: string }> = {
  opening: { title: "Your order", text: "Opening your order…" },
  idle: {
    title: "No order to show",
    text: "Open this page with the link in your confirmation email. You can also look up your order with its number and your email.",
  },
  expired: {
    title: "This link no longer works",
    text: "Links to an order work for a year, and the store can replace them. Use the link in the newest email, or look up your order with its number and your email.",
  },
  failed: {
    title: "We couldn't open your order",
    text: "Check your connection, and open the link in the email again.",
  },
};

function NoOrder({ opening }: { opening: Opening }) {
  const { title, text } = texts[opening];
  return (
    <div className="grid justify-items-start gap-6">
      <h1 className="display text-h1">{title}</h1>
      <output className="max-w-measure text-lead">{text}</output>
      <noscript>{texts.idle.text}</noscript>
      {opening === "opening" ? null : (
        <Link to="/order-tracking" className={buttonClass()}>
          Track Order
        </Link>
      )}
    </div>
  );
}

async function findOrder(client: Client, id: string): Promise<OrderPageData | null> {
  try {
    return await readOrderPage(client, id);
  } catch (error) {
    return nullIfMissing(error);
  }
}
