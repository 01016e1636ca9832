import { useRouteLoaderData } from "react-router";
import type { Store } from "@vetrina/contract/stores/stores";

/** The store's settings that only the checkout needs. */
export type CheckoutFacts = Pick<Store, "environment" | "takesVatIds">;

/** Returns the settings that only the checkout needs. Throws outside the checkout. */
export function useCheckoutFacts(): CheckoutFacts {
  const data = useRouteLoaderData<CheckoutFacts>("routes/checkout");
  if (!data) throw new Error("useCheckoutFacts works only in the checkout.");
  return data;
}
