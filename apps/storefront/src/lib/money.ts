import { formatMoney } from "@vetrina/commerce/money";
import { useStore } from "./store.ts";
import { formatted, numberFormat } from "./formats.ts";

/** Returns a function that formats an amount (major units) for this store's shoppers: "$19.99". */
export function useMoney(): (major: number) => string {
  const { currency, locale } = useStore();
  return (major) =>
    formatted(`${locale} ${currency}`, major, () => formatMoney(major, currency, locale));
}

/** Like useMoney, but the function leaves out decimals that are zero: "$100", "$9.99". For amounts in sentences. */
export function useRoundMoney(): (major: number) => string {
  const { currency, locale } = useStore();
  const options = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return (major) =>
    formatted(`${locale} ${currency} round`, major, () =>
      numberFormat(locale, options).format(major),
    );
}
