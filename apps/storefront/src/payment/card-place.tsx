import type { ReactNode } from "react";
import { useMoney } from "../lib/money.ts";
import { providerButtonClass } from "./provider-button.tsx";
import type { ProviderButtonsProps } from "./provider-fields.ts";

export type PayPalCardProps = Pick<
  ProviderButtonsProps,
  "total" | "isHeldBack" | "onPay" | "onRefused"
>;

/** The border of a card field. PayPal's own border is turned off, because the field would otherwise have two. */
export const fieldClass = "border border-edge bg-white";
export const wrongCard = "Check the card's number, date and code.";

/** PayPal's card fields, with the button that pays with them. */
export function CardPlace({
  total,
  isHeldBack,
  problem,
  onSubmit,
  children,
}: Pick<PayPalCardProps, "total" | "isHeldBack"> & {
  problem: string | null;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const money = useMoney();
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="sr-only">Card</legend>
      <p className="font-medium">Or pay by card</p>
      {children}
      <p role="alert" className="text-small font-medium text-pin empty:hidden">
        {problem}
      </p>
      <button
        type="button"
        aria-disabled={isHeldBack || undefined}
        onClick={onSubmit}
        className={providerButtonClass(isHeldBack)}
      >
        Pay {money(total)} by card
      </button>
    </fieldset>
  );
}
