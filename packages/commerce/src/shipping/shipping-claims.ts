import type { Minor } from "@vetrina/contract/money";
import { currencyDigits, formatMinor } from "../money.ts";
import type { DayRange } from "./shipping.ts";
import { type ShippingTopic, wordsOf } from "./shipping-words.ts";

/** The shipping terms in a store's settings. Amounts are in minor units. */
export type ShippingFacts = {
  currency: string;
  locale: string;
  /** The prices of shipping rates and of their steps. */
  prices: readonly Minor[];
  /** The discounted subtotals above which a rate is free, or from which a discount makes shipping free. */
  thresholds: readonly Minor[];
  /** Whether a rate or an automatic discount makes shipping free for every order. */
  isFreeForAll: boolean;
  /** Business days of all rates: of processing, of transit, and of both together. */
  days: readonly DayRange[];
};

/** A sentence that contradicts the settings. `claim` is the amount or the days in the sentence. */
export type ShippingContradiction = {
  kind: "FREE_SHIPPING" | "PRICE" | "DAYS";
  sentence: string;
  claim: string;
  settings: string[];
};

/** A contradiction. A null marks the end of each sentence, where the caller can pause. */
export type ShippingCheckStep = ShippingContradiction | null;

/**
 * Maximum number of amounts, and of numbers of days, that are checked in one sentence. Real sentences contain a few.
 */
const maxClaims = 20;
/** Maximum number of amounts or days in `settings`. */
const maxShown = 20;

/**
 * Creates a check for sentences about shipping that contradict the settings, either by an amount (with the currency's
 * sign or code) or by business days. The check ignores HTML tags and sentences about returns.
 */
export function createShippingCheck(
  facts: ShippingFacts,
): (text: string) => Generator<ShippingCheckStep, void> {
  const known = knownOf(facts);
  return function* check(text) {
    for (const sentence of sentencesOf(text)) {
      if (says(sentence, "shipping") && !says(sentence, "returns"))
        for (const found of [...amountClaims(sentence, known), ...dayClaims(sentence, known)])
          yield { ...found, sentence };
      yield null;
    }
  };
}

type Claim = Omit<ShippingContradiction, "sentence">;

/** The facts, in forms that can be compared with sentences. */
type Known = {
  prices: ReadonlySet<Minor>;
  shownPrices: string[];
  thresholds: ReadonlySet<Minor>;
  shownThresholds: string[];
  isFreeForAll: boolean;
  /** The first and last day of each range, as separate numbers. `ranges` has the whole ranges, such as 2-3. */
  firstOrLast: ReadonlySet<number>;
  ranges: ReadonlySet<string>;
  shownDays: string[];
  hasNextDay: boolean;
  amount: RegExp;
  digits: number;
};

function knownOf(facts: ShippingFacts): Known {
  const { currency, locale, days } = facts;
  const [prices, thresholds] = [new Set(facts.prices), new Set(facts.thresholds)];
  const shown = (all: ReadonlySet<Minor>) =>
    [...all]
      .toSorted((a, b) => a - b)
      .slice(0, maxShown)
      .map((amount) => formatMinor(amount, currency, locale));
  const shownDays = new Set(days.map(({ min, max }) => (min === max ? `${min}` : `${min}-${max}`)));
  return {
    prices,
    shownPrices: shown(prices),
    thresholds,
    shownThresholds: shown(thresholds),
    isFreeForAll: facts.isFreeForAll,
    firstOrLast: new Set(days.flatMap(({ min, max }) => [min, max])),
    ranges: new Set(days.map(({ min, max }) => `${min}-${max}`)),
    shownDays: [...shownDays].slice(0, maxShown),
    hasNextDay: days.some(({ max }) => max === 1),
    amount: amountPattern(currency),
    digits: currencyDigits(currency),
  };
}

function amountClaims(sentence: string, known: Known): Claim[] {
  const { prices, thresholds } = known;
  const amounts = amountsIn(sentence, known);
  if (!says(sentence, "free"))
    return amounts
      .filter(({ minor }) => !prices.has(minor) && !thresholds.has(minor))
      .map(({ claim }) => ({ kind: "PRICE", claim, settings: known.shownPrices }));
  const settings = known.shownThresholds;
  const everyOrder = match(sentence, "everyOrder");
  if (amounts.length === 0)
    return everyOrder === undefined || known.isFreeForAll
      ? []
      : [{ kind: "FREE_SHIPPING", claim: everyOrder, settings }];
  // If the sentence states the threshold for free shipping, its other amounts may be shipping prices below that
  // threshold.
  const hasThreshold = amounts.some(({ minor }) => thresholds.has(minor));
  return amounts
    .filter(({ minor }) => !(hasThreshold && prices.has(minor)) && !thresholds.has(minor))
    .map(({ claim }) => ({ kind: "FREE_SHIPPING", claim, settings }));
}

const range = String.raw`(?<!\d)(\d{1,3})(?:\s?(?:-|–|—|to|bis|a|à|до|～|~)\s?(\d{1,3}))?\s?`;
const daysPattern = new RegExp(`${range}(?:${wordsOf("businessDays")})`, "giu");

function dayClaims(sentence: string, known: Known): Claim[] {
  const settings = known.shownDays;
  const ranges = sentence
    .matchAll(daysPattern)
    .take(maxClaims)
    .filter(([, from, to]) =>
      to === undefined
        ? !known.firstOrLast.has(Number(from))
        : !known.ranges.has(`${Number(from)}-${Number(to)}`),
    )
    .map(([claim]): Claim => ({ kind: "DAYS", claim, settings }))
    .toArray();
  const nextDay = match(sentence, "nextDay");
  if (nextDay === undefined || known.hasNextDay) return ranges;
  return [...ranges, { kind: "DAYS", claim: nextDay, settings }];
}

function amountsIn(sentence: string, { amount, digits }: Known): { claim: string; minor: Minor }[] {
  return sentence
    .matchAll(amount)
    .take(maxClaims)
    .map(([claim, after, before]) => ({ claim, minor: minorOf(after ?? before ?? "", digits) }))
    .toArray();
}

/** A pattern for a number with the currency's sign or code before or after it. */
function amountPattern(currency: string): RegExp {
  const signs = signsOf(currency);
  const number = String.raw`\d(?:[\d.,’']{0,14}\d)?`;
  return new RegExp(
    `(?<!\\p{Script=Latin})(?:${signs})\\s?(${number})|(?<![\\d.,])(${number})\\s?(?:${signs})(?!\\p{Script=Latin})`,
    "giu",
  );
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

/**
 * Converts a written number to minor units. If as many digits follow the last separator as the currency has decimals,
 * it is the decimal separator. All other separators group thousands.
 */
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
