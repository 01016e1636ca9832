import type { BuyableLine } from "@vetrina/commerce/cart";
import { Suspense, useState } from "react";
import { whenNeeded } from "../lib/when-needed.ts";

const PromoForm = whenNeeded(() => import("./promo-form.tsx"));

type Props = {
  lines: readonly BuyableLine[];
  /** The applied code; empty if there is none. */
  code: string;
  /** Why the applied code has no effect; null if it has one, or until the quote arrives. */
  refusal: string | null;
  onChange: (code: string) => void;
};

/** A discount code field behind a link, so that shoppers without a code don't go looking for one. */
export function PromoField({ lines, code, refusal, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [benefit, setBenefit] = useState("");
  if (code)
    return (
      <div className="text-small">
        <p className="flex items-center justify-between gap-4">
          <span className="min-w-0 wrap-anywhere">
            {benefit && !refusal ? (
              benefit
            ) : (
              <>
                Code <strong className="font-semibold">{code}</strong>
              </>
            )}
          </span>
          <button
            type="button"
            className="text-link min-h-target min-w-target shrink-0"
            onClick={() => onChange("")}
          >
            Remove<span className="sr-only"> the code {code}</span>
          </button>
        </p>
        <p role="alert" className="font-medium text-pin empty:hidden">
          {refusal}
        </p>
      </div>
    );
  if (!isOpen)
    return (
      <button
        type="button"
        onPointerEnter={PromoForm.preload}
        onFocus={PromoForm.preload}
        onClick={() => setOpen(true)}
        className="text-link min-h-target justify-self-start text-small"
      >
        I have a discount code
      </button>
    );
  return (
    <Suspense fallback={null}>
      <PromoForm
        lines={lines}
        onApplied={(applied, message) => {
          setBenefit(message);
          onChange(applied);
        }}
      />
    </Suspense>
  );
}
