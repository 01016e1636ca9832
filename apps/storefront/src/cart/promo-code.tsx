import type { BuyableLine } from "@vetrina/commerce/cart";
import { useState } from "react";
import { useStore } from "../lib/store.ts";
import { setDiscountCode } from "../draft/discount-code.ts";
import { PromoForm } from "./promo-form.tsx";

type Props = {
  lines: readonly BuyableLine[];
  /** The applied code; empty if there is none. */
  code: string;
  refusal: string | null;
  onRemoved: () => void;
};

/**
 * The applied code with a button that removes it, or the field for a code. A default export, because it is loaded
 * lazily.
 */
export default function PromoCode({ lines, code, refusal, onRemoved }: Props) {
  const { slug } = useStore();
  const [applied, setApplied] = useState({ code: "", message: "" });
  if (!code)
    return (
      <PromoForm
        lines={lines}
        onApplied={(accepted, message) => {
          setApplied({ code: accepted, message });
          setDiscountCode(slug, accepted);
        }}
      />
    );
  return (
    <div className="text-small">
      <p className="flex items-center justify-between gap-4">
        <span className="min-w-0 wrap-anywhere">
          {applied.code === code && !refusal ? (
            applied.message
          ) : (
            <>
              Code <strong className="font-semibold">{code}</strong>
            </>
          )}
        </span>
        <button
          type="button"
          className="text-link min-h-target min-w-target shrink-0"
          onClick={() => {
            setDiscountCode(slug, "");
            onRemoved();
          }}
        >
          Remove<span className="sr-only"> the code {code}</span>
        </button>
      </p>
      <p role="alert" className="font-medium text-pin empty:hidden">
        {refusal}
      </p>
    </div>
  );
}
