import { formatMoney } from "@vetrina/commerce/money";
import { useStore } from "./store.ts";
import { numberFormat } from "./formats.ts";

/** Gives a function that writes an amount (major units) as this store's shoppers read it: "$19.99". */
export function useMoney(): (major: number) => string {
  const { currency, locale } = useStore();
  return (major) => formatMoney(major, currency, locale);
}

/** An amount in a sentence, without decimals where there are none to say: "$100", "$9.99". */
export function useRoundMoney(): (major: number) => string {
  const { currency, locale } = useStore();
  return (major) =>
    numberFormat(locale, {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
    }).format(major);
}
