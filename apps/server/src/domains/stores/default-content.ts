import { newArrivalsLink } from "@vetrina/commerce/constants";
import { currencyDigits } from "@vetrina/commerce/money";
import type { HomeContent, StoreHelp } from "@vetrina/contract/stores/store-content";
import type { StoreInput } from "@vetrina/contract/stores/store-settings";
import { escapeHtml } from "../../platform/escape-html.ts";
import { flatRate } from "../shipping/rate-rows.ts";
import type { ShippingTable } from "../shipping/save-shipping-table.ts";
import type { NewPolicy } from "../policies/policy-rows.ts";

/** Returns the default home page of a new store. Pictures are added by its staff. */
export function firstHome({ name, tagline }: StoreInput): HomeContent {
  return {
    hero: {
      headline: name,
      lead: tagline,
      action: { label: "See the collection", href: "/collection" },
      picture: null,
    },
    featured: { title: "New arrivals", collection: newArrivalsLink },
    editorial: [],
    behindTheScenes: { headline: "Behind the Scenes", text: "", picture: null },
    newsletter: {
      headline: "Our newsletter",
      text: "New items and news by email, and nothing else.",
    },
  };
}

export function firstHelp(): StoreHelp {
  return {
    sizeCharts: [],
    measuring: [],
    sizeTips: [],
    shippingSteps: [],
    shippingNotes: [],
    returnSteps: [],
    returnConditions: [],
    nonReturnable: [],
    returnFaq: [],
    faq: [],
    warranty: { title: "Warranty", text: "" },
    company: [],
  };
}

/** Returns the specification's default rate ($9.99, free above $100), in the store's country and currency. */
export function firstShipping({ country, currency, locale }: StoreInput): ShippingTable {
  const digits = currencyDigits(currency);
  const unit = digits === 0 ? 100 : 10 ** digits;
  const standard = flatRate({
    name: "Standard",
    price: 10 * unit - Math.max(1, unit / 100),
    freeAbove: 100 * unit,
    processing: { min: 1, max: 2 },
    transit: { min: 7, max: 10 },
  });
  return {
    providers: [{ name: "Standard", type: "STANDARD" }],
    regions: [
      {
        name: new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country,
        areas: [{ country, state: "", postalFrom: "", postalTo: "" }],
        rates: [{ ...standard, provider: "Standard" }],
      },
    ],
  };
}

/** Returns default policies in plain English, for the store's staff to complete. */
export function firstPolicies({ name, contact, returnDays }: StoreInput): NewPolicy[] {
  const [shop, mail] = [escapeHtml(name), escapeHtml(contact.email)];
  const write = `<p>Write to <a href="mailto:${mail}">${mail}</a> with any question.</p>`;
  const days = returnDays === 1 ? "1 day" : `${returnDays} days`;
  return [
    {
      type: "REFUND_POLICY",
      title: "Returns",
      content: `<p>You can return items within ${days} of delivery, unworn and with their tags. The refund goes to the payment method you used.</p>${write}`,
    },
    {
      type: "SHIPPING_POLICY",
      title: "Shipping",
      content: `<p>Orders are prepared within 1-2 business days. You see the shipping cost and the delivery dates before you pay.</p>${write}`,
    },
    {
      type: "PRIVACY_POLICY",
      title: "Privacy",
      content: `<p>${shop} stores what your order needs: name, addresses, email and the items. It is used to deliver the order and to answer questions about it. It is shared only with the payment provider and the carrier.</p><p>You can ask for a copy of your data, and have it corrected or deleted.</p>${write}`,
    },
    {
      type: "TERMS_OF_SERVICE",
      title: "Terms",
      content: `<p>${shop} sells to anyone who orders on this website. An order is binding once it is paid. The prices are those shown when you place the order.</p>${write}`,
    },
  ];
}
