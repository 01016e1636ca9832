import type { BuyableLine } from "@vetrina/commerce/cart";
import { Suspense, useState } from "react";
import { whenNeeded } from "../lib/when-needed.ts";
import { useDiscountCode } from "../draft/discount-code.ts";

const PromoCode = whenNeeded(() => import("./promo-code.tsx"));

type Props = {
  lines: readonly BuyableLine[];
  /** Why the applied code has no effect; null if it has one, or until the quote arrives. */
  refusal: string | null;
};

/**
 * The cart's discount code, or a field for one. The field is behind a link, so that shoppers without a code don't go
 * looking for one.
 */
export function PromoField(props: Props) {
  const code = useDiscountCode();
  const [isOpen, setOpen] = useState(false);
  // If another tab removes the code, the field must not open here and take the focus.
  if (code && isOpen) setOpen(false);
  const link = (
    <button
      type="button"
      onPointerEnter={PromoCode.preload}
      onFocus={PromoCode.preload}
      onClick={() => setOpen(true)}
      className="text-link min-h-target justify-self-start text-small"
    >
      I have a discount code
    </button>
  );
  if (!code && !isOpen) return link;
  return (
    <Suspense fallback={link}>
      <PromoCode {...props} code={code} onRemoved={() => setOpen(true)} />
    </Suspense>
  );
}
