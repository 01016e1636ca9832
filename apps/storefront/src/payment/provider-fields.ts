import type { Approve } from "./payment-flow.ts";
import type { WayToPay } from "./providers.ts";

/** A provider's fields in the page, once they can be used. */
export type EnteredFields = {
  /** Checks what was entered, and shows what is wrong at its field; false: it can't be used yet. */
  check: () => Promise<boolean>;
  approve: Approve;
};

export type ProviderFieldsProps = {
  way: WayToPay;
  /** Major units. */
  total: number;
  currency: string;
  /** null: the fields are gone. */
  onFields: (fields: EnteredFields | null) => void;
  /** The provider's script can't be loaded, or refuses the amount. */
  onFailure: (text: string) => void;
};

/** A provider's own buttons, which begin the payment themselves. */
export type ProviderButtonsProps = Pick<
  ProviderFieldsProps,
  "way" | "total" | "currency" | "onFailure"
> & {
  /** Nothing can be paid now. */
  isHeldBack: boolean;
  /** A button was pressed meanwhile. */
  onRefused: () => void;
  onPay: (approve: Approve) => Promise<void>;
};
