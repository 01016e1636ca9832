import type { Approve } from "./payment-flow.ts";
import type { WayToPay } from "./providers.ts";

/** A provider's fields on the page, once they can be used. */
export type EnteredFields = {
  /** Checks the input and shows errors in the fields. Resolves to whether the input is valid. */
  check: () => Promise<boolean>;
  approve: Approve;
};

export type ProviderFieldsProps = {
  way: WayToPay;
  /** Major units. */
  total: number;
  currency: string;
  /** Called with the fields once they can be used, and with null when they are removed. */
  onFields: (fields: EnteredFields | null) => void;
  /** Called if the provider's script can't be loaded, or if it rejects the amount. */
  onFailure: (text: string) => void;
};

/** The props of a provider's own buttons, which begin the payment themselves. */
export type ProviderButtonsProps = Pick<
  ProviderFieldsProps,
  "way" | "total" | "currency" | "onFailure"
> & {
  /** Whether the order can't be paid at the moment. */
  isHeldBack: boolean;
  /** Called if a button is clicked while `isHeldBack` is true. */
  onRefused: () => void;
  onPay: (approve: Approve) => Promise<void>;
};
