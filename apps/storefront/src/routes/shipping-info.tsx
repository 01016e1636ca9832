import { Link } from "react-router";
import { isElsewhere } from "../cart/shipping-countries.ts";
import { HelpHeader, HelpSection, Lines, Steps } from "../help/help-parts.tsx";
import { cutOffWords, dayWords, priceWords } from "../help/shipping-words.ts";
import { placeWords } from "../order/place-words.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { useRoundMoney } from "../lib/money.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import { withArticle } from "../lib/with-article.ts";
import type { Route } from "./+types/shipping-info";

export const handle: PageHandle = { noJs: true };

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const store = context.get(storeContext);
  const [help, { items: regions }] = await Promise.all([
    client.stores.getHelp({ id: store.id }),
    client.shipping.listShippingRegions({ storeId: store.id }),
  ]);
  // Formatted here, because browsers may format times differently from the server.
  const cutOff = cutOffWords(store);
  return { steps: help.shippingSteps, notes: help.shippingNotes, regions, cutOff };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Shipping information",
    description: "Shipping methods, regions, prices and delivery times.",
    path: "/shipping-info",
  });
}

export default function ShippingInfo({ loaderData }: Route.ComponentProps) {
  const { steps, notes, regions, cutOff } = loaderData;
  const { shipping, country } = useStore();
  const money = useRoundMoney();
  const home = regions.find(({ countries }) => countries.includes(country)) ?? regions[0];
  return (
    <>
      <HelpHeader
        title="Shipping information"
        lead={
          regions.length === 0
            ? "Shipping opens soon. Contact us if you have questions."
            : [
                shipping === null
                  ? "Delivery times and prices for each region are below."
                  : `Orders ship within ${dayWords(shipping.processingDays)}. Times below are from order to delivery, packing included.`,
                ...(cutOff === null ? [] : [cutOff]),
              ].join(" ")
        }
      />
      {home ? (
        <HelpSection title={`Methods for ${withArticle(home.name)}`}>
          <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
            {home.rates.map((rate) => (
              <li key={rate.id} className="border-t border-ink pt-4">
                <h3 className="font-semibold">{rate.name}</h3>
                <p className="display mt-3 text-h3">{dayWords(rate.businessDays)}</p>
                <p className="mt-2 text-graphite">{priceWords(rate, money)}</p>
                {rate.pickup ? (
                  <p className="mt-2 text-graphite">{placeWords(rate.pickup)}</p>
                ) : null}
              </li>
            ))}
          </ul>
        </HelpSection>
      ) : null}
      {regions.length > 0 ? (
        <HelpSection title="Zones">
          <div className="grid gap-10">
            {regions.map((region) => (
              <div key={region.id}>
                <h3 className="font-semibold">{region.name}</h3>
                <table className="mt-2 w-full text-start text-small">
                  <caption className="sr-only">Shipping to {withArticle(region.name)}</caption>
                  <thead>
                    <tr className="border-b border-ink">
                      {["Method", "Delivery", "Price"].map((title) => (
                        <th key={title} scope="col" className="py-2 pe-4 text-start font-medium">
                          {title}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {region.rates.map((rate) => (
                      <tr key={rate.id} className="border-b border-line align-top">
                        <th scope="row" className="w-1/4 py-3 pe-4 text-start font-normal">
                          {rate.name}
                          {rate.pickup ? (
                            <span className="block text-graphite">{placeWords(rate.pickup)}</span>
                          ) : null}
                        </th>
                        <td className="w-1/4 py-3 pe-4">{dayWords(rate.businessDays)}</td>
                        <td className="py-3">{priceWords(rate, money)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {isElsewhere(region) ? (
                  <p className="mt-2 text-small text-graphite">
                    Checkout shows the exact shipping cost.
                  </p>
                ) : null}
              </div>
            ))}
          </div>
        </HelpSection>
      ) : null}
      {steps.length > 0 ? (
        <HelpSection title="How it works">
          <Steps steps={steps} />
        </HelpSection>
      ) : null}
      <HelpSection title={notes.length > 0 ? "Good to know" : "Your order"}>
        {notes.length > 0 ? <Lines lines={notes} /> : null}
        <p className="mt-6">
          <Link to="/order-tracking" className="text-link inline-flex min-h-target items-center">
            Track an order
          </Link>
        </p>
      </HelpSection>
    </>
  );
}
