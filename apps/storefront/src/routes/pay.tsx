import { Button, buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";
import { languageContext } from "../lib/context.ts";
import { useMoney } from "../lib/money.ts";
import { pageMeta } from "../lib/seo.ts";
import type { PayLinkTexts } from "../pay-link/languages/en.ts";
import { textsIn } from "../pay-link/texts.server.ts";
import { type PayLink, usePayLink } from "../pay-link/use-pay-link.ts";
import type { Route } from "./+types/pay";

export function loader({ context, url }: Route.LoaderArgs) {
  return textsIn(url.searchParams.get("lang"), context.get(languageContext).language);
}

/**
 * Prevents caching, and keeps other sites from receiving the page's URL. Links in emails open this page with the
 * draft's key in the fragment.
 */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "no-referrer" };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.texts.title ?? "Your order",
    path: "/pay",
    noIndex: true,
  });
}

/** The page behind a pay link. Opens the order that staff have prepared, and continues to its payment page. */
export default function Pay({ loaderData: { language, texts } }: Route.ComponentProps) {
  const { link, open } = usePayLink();
  const money = useMoney();
  const { title, text } = wordsOf(link, texts, money);
  return (
    <section
      lang={language}
      dir={language === "ar" ? "rtl" : "ltr"}
      className="sheet grid justify-items-start gap-6 py-10 lg:py-16"
    >
      <h1 className="display text-h1">{title}</h1>
      <noscript>
        <p className="max-w-measure text-lead">{texts.noScript}</p>
      </noscript>
      <output className="max-w-measure text-lead">{text}</output>
      <NextStep link={link} texts={texts} money={money} open={open} />
    </section>
  );
}

type Money = (major: number) => string;

function NextStep({
  link,
  texts,
  money,
  open,
}: {
  link: PayLink;
  texts: PayLinkTexts;
  money: Money;
  open: (total?: number) => void;
}) {
  switch (link.state) {
    case "opening":
      return null;
    case "paid":
      return (
        <Link to={`/order?${new URLSearchParams({ id: link.orderId })}`} className={buttonClass()}>
          {texts.seeOrder}
        </Link>
      );
    case "changed":
      return (
        <Button onClick={() => open(link.total)}>
          {texts.confirm.replace("{total}", money(link.total))}
        </Button>
      );
    case "failed":
      return <Button onClick={() => open()}>{texts.again}</Button>;
    default:
      return (
        <Link to="/contact-us" className={buttonClass({ variant: "secondary" })}>
          {texts.contact}
        </Link>
      );
  }
}

function wordsOf(
  link: PayLink,
  texts: PayLinkTexts,
  money: Money,
): { title: string; text: string } {
  const { state } = link;
  if (state === "opening") return { title: texts.title, text: texts.opening };
  if (state === "changed")
    return {
      title: texts.changed,
      text: texts.changedText
        .replace("{previous}", money(link.previous))
        .replace("{total}", money(link.total)),
    };
  return { title: texts[state], text: texts[`${state}Text`] };
}
