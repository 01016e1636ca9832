import type { MailContent } from "../../../platform/mail/compose.ts";
import type { MailTexts } from "../../../platform/mail/languages/en.ts";
import type { Sender } from "../../../platform/mail/sender.ts";

/**
 * `product` is the name and link of the sold-out variant's product, or null for the newsletter. `isForLaunch`: the
 * newsletter was requested on the coming-soon page.
 */
export type Subscription = {
  product: { name: string; link: string } | null;
  isForLaunch?: boolean;
};

/** Returns the email with the confirmation link, which proves that the address belongs to the person who subscribed. */
export function subscriptionAskedMail(
  { product, isForLaunch = false }: Subscription,
  token: string,
  store: Sender,
  { newsletter, stockAsked, reasonEntered }: MailTexts,
): MailContent {
  const t = product === null ? newsletter : stockAsked;
  const ofNewsletter = isForLaunch ? newsletter.launchText : newsletter.text;
  const words =
    product === null ? ofNewsletter(store.name) : stockAsked.text(product.name, store.name);
  return {
    subject: product === null ? newsletter.subject(store.name) : stockAsked.subject(product.name),
    preview: product === null ? newsletter.preview(store.name) : words,
    heading: t.heading,
    blocks: [
      { kind: "text", text: words },
      {
        kind: "button",
        label: t.button,
        href: confirmLink(store, token, product !== null),
        spelled: true,
      },
      { kind: "text", text: t.ignore },
    ],
    reason: reasonEntered(store.name),
    origin: store.origin,
  };
}

/** Returns the email that confirms a subscription, with a link to unsubscribe. */
export function subscriptionConfirmedMail(
  { product }: Subscription,
  unsubscribeUrl: string,
  store: Sender,
  { subscribed, stockConfirmed }: MailTexts,
): MailContent {
  const words = product === null ? subscribed.text(store.name) : stockConfirmed.text(product.name);
  return {
    subject:
      product === null ? subscribed.subject(store.name) : stockConfirmed.subject(product.name),
    preview: words,
    heading: product === null ? subscribed.heading : stockConfirmed.heading,
    blocks: [
      { kind: "text", text: words },
      { kind: "button", label: subscribed.button(store.name), href: store.origin },
    ],
    reason: subscribed.reason(store.name),
    origin: store.origin,
    unsubscribe: { url: unsubscribeUrl, oneClick: true },
  };
}

/** Returns the email to a back-in-stock subscriber. `variant` is the variant's slug in the product's URL. */
export function backInStockMail(
  product: { name: string; link: string; variant: string },
  unsubscribeUrl: string,
  store: Sender,
  { backInStock: t }: MailTexts,
): MailContent {
  return {
    subject: t.subject(product.name),
    preview: t.text(product.name),
    heading: t.heading,
    blocks: [
      { kind: "text", text: t.text(product.name) },
      {
        kind: "button",
        label: t.button,
        href: productLink(store, product),
      },
    ],
    reason: t.reason(store.name),
    origin: store.origin,
    unsubscribe: { url: unsubscribeUrl, oneClick: true },
  };
}

function productLink(
  { origin }: Sender,
  { link, variant }: { link: string; variant: string },
): string {
  return `${origin}/product?${new URLSearchParams({ link, variant }).toString()}`;
}

/**
 * Returns the confirmation link. Its parameter `for` lets the page say whether a back-in-stock subscription or the
 * newsletter is confirmed.
 */
function confirmLink({ origin }: Sender, token: string, isProduct: boolean): string {
  const query = new URLSearchParams({ token, ...(isProduct && { for: "product" }) });
  return `${origin}/newsletter/confirm?${query.toString()}`;
}
