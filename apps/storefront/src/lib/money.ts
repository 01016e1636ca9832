import { formatMoney } from "@vetrina/commerce/money";
import { useStore } from "./store.ts";
import { numberFormat } from "./formats.ts";

/** Returns a function that formats an amount (major units) for this store's shoppers: "$19.99". */
export function useMoney(): (major: number) => string {
  const { currency, locale } = useStore();
  return (major) => formatMoney(major, currency, locale);
}

/** An amount in a sentence, without decimals if they are zero: "$100", "$9.99". */
export function useRoundMoney(): (major: number) => string {
  const { currency, locale } = useStore();
  return (major) =>
    numberFormat(locale, {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
    }).format(major);
}
