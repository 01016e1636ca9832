import type { Minor } from "@vetrina/contract/money";
import { currencyDigits, formatMinor } from "./money.ts";
import type { DayRange } from "./shipping.ts";
import { type ShippingTopic, wordsOf } from "./shipping-words.ts";

/** What a store's settings say about shipping. Amounts in minor units. */
export type ShippingFacts = {
  currency: string;
  locale: string;
  /** Of rates and of their steps. */
  prices: readonly Minor[];
  /** Discounted subtotals above which a rate is free, or from which a discount makes shipping free. */
  thresholds: readonly Minor[];
  /** Whether a rate or an automatic discount makes shipping free for every order. */
  isFreeForAll: boolean;
  /** Business days of processing, transit, and both together, of all rates. */
  days: readonly DayRange[];
};

/** A sentence that the settings contradict: what it says, and what the settings say. */
export type ShippingContradiction = {
  kind: "FREE_SHIPPING" | "PRICE" | "DAYS";
  sentence: string;
  claim: string;
  settings: string[];
};

/**
 * Sentences of a text about shipping whose amounts or business days no rate has. Finds amounts with the currency's sign or
 * code, and days written in digits. Sentences about returns are left out. HTML tags are ignored.
 */
export function shippingContradictions(
  text: string,
  facts: ShippingFacts,
): ShippingContradiction[] {
  return sentencesOf(text).flatMap((sentence) => {
    if (!says(sentence, "shipping") || says(sentence, "returns")) return [];
    return [...amountClaims(sentence, facts), ...dayClaims(sentence, facts)].map((found) =>
      Object.assign(found, { sentence }),
    );
  });
}

type Claim = Omit<ShippingContradiction, "sentence">;

function amountClaims(sentence: string, facts: ShippingFacts): Claim[] {
  const { prices, thresholds, isFreeForAll, currency, locale } = facts;
  const amounts = amountsIn(sentence, currency);
  const shown = (all: readonly Minor[]) =>
    sortedOnce(all).map((amount) => formatMinor(amount, currency, locale));
  if (!says(sentence, "free"))
    return amounts
      .filter(({ minor }) => !prices.includes(minor) && !thresholds.includes(minor))
      .map(({ claim }) => ({ kind: "PRICE", claim, settings: shown(prices) }));
  const settings = shown(thresholds);
  const everyOrder = match(sentence, "everyOrder");
  if (amounts.length === 0)
    return everyOrder === undefined || isFreeForAll
      ? []
      : [{ kind: "FREE_SHIPPING", claim: everyOrder, settings }];
  // One amount is the threshold; others may be prices below it.
  const hasThreshold = amounts.some(({ minor }) => thresholds.includes(minor));
  return amounts
    .filter(({ minor }) => !(hasThreshold && prices.includes(minor)) && !thresholds.includes(minor))
    .map(({ claim }) => ({ kind: "FREE_SHIPPING", claim, settings }));
}

const range = String.raw`(?<!\d)(\d{1,3})(?:\s?(?:-|–|—|to|bis|a|à|до|～|~)\s?(\d{1,3}))?\s?`;
const daysPattern = new RegExp(`${range}(?:${wordsOf("businessDays")})`, "giu");

function dayClaims(sentence: string, { days }: ShippingFacts): Claim[] {
  const settings = [
    ...new Set(days.map(({ min, max }) => (min === max ? `${min}` : `${min}-${max}`))),
  ];
  const ranges = [...sentence.matchAll(daysPattern)]
    .filter(([, from, to]) => {
      const min = Number(from);
      if (to === undefined) return !days.some((known) => known.min === min || known.max === min);
      return !days.some((known) => known.min === min && known.max === Number(to));
    })
    .map(([claim]): Claim => ({ kind: "DAYS", claim, settings }));
  const nextDay = match(sentence, "nextDay");
  if (nextDay === undefined || days.some(({ max }) => max === 1)) return ranges;
  return [...ranges, { kind: "DAYS", claim: nextDay, settings }];
}

/** A number with the currency's sign or code beside it. */
function amountsIn(sentence: string, currency: string): { claim: string; minor: Minor }[] {
  const signs = signsOf(currency);
  const number = String.raw`\d(?:[\d.,’']{0,14}\d)?`;
  const pattern = new RegExp(
    `(?<!\\p{Script=Latin})(?:${signs})\\s?(${number})|(?<![\\d.,])(${number})\\s?(?:${signs})(?!\\p{Script=Latin})`,
    "giu",
  );
  return [...sentence.matchAll(pattern)].map(([claim, after, before]) => ({
    claim,
    minor: minorOf(after ?? before ?? "", currencyDigits(currency)),
  }));
}

function signsOf(currency: string): string {
  const signs = (["symbol", "narrowSymbol", "code"] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  });
  return [...new Set(signs)]
    .map((sign) => sign.replaceAll(/[.$()|*+?\\]/g, String.raw`\$&`))
    .join("|");
}

/** The last separator divides the decimals if as many digits follow as the currency has; all others group thousands. */
function minorOf(number: string, digits: number): Minor {
  const parts = number.split(/[.,’']/);
  const last = parts.at(-1) ?? "";
  const hasDecimals = parts.length > 1 && digits > 0 && last.length === digits;
  return Number(parts.join("")) * (hasDecimals ? 1 : 10 ** digits);
}

function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/<\/?(?:p|li|ul|ol|h[1-6]|br|div|td|th|tr|table|blockquote)\b[^<>]*>/giu, "\n")
    .replaceAll(/<[^<>]*>/gu, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&euro;", "€")
    .replaceAll("&pound;", "£")
    .split(/(?<=[.!?;])\s|[\n。！？；।؛]/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const topics = new Map<ShippingTopic, RegExp>();

function match(sentence: string, topic: ShippingTopic): string | undefined {
  let pattern = topics.get(topic);
  if (pattern === undefined) topics.set(topic, (pattern = new RegExp(wordsOf(topic), "iu")));
  return pattern.exec(sentence)?.[0];
}

function says(sentence: string, topic: ShippingTopic): boolean {
  return match(sentence, topic) !== undefined;
}

function sortedOnce(amounts: readonly Minor[]): Minor[] {
  return [...new Set(amounts)].toSorted((a, b) => a - b);
}
