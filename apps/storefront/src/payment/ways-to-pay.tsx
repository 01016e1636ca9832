import { type ReactNode, useState } from "react";
import { useStore } from "../lib/store.ts";
import type { Approval, WayToPay } from "./providers.ts";

type Props = {
  ways: readonly WayToPay[];
  way: WayToPay | null;
  onChoose: (value: string) => void;
  isBusy: boolean;
  /** The fields of the selected method. */
  children: ReactNode;
};

/** The store's payment methods. The selected one shows its fields. */
export function WaysToPay({ ways, way, onChoose, isBusy, children }: Props) {
  const { contact } = useStore();
  // The new selection, kept until the URL contains it a moment later.
  const [picked, setPicked] = useState<{ value: string; before: string | null } | null>(null);
  const selected = way?.value ?? null;
  const shown = picked?.before === selected ? picked.value : selected;
  if (ways.length === 0)
    return (
      <div role="alert" className="grid gap-2 border-2 border-pin px-4 py-3">
        <p className="font-medium">This store can't take payments right now.</p>
        <p>
          Your cart is saved. Email{" "}
          <a href={`mailto:${contact.email}`} className="text-link">
            {contact.email}
          </a>{" "}
          and we will help.
        </p>
      </div>
    );
  return (
    <fieldset>
      <legend className="mb-4 text-lead font-semibold">How to pay</legend>
      {ways.map(({ value, name, approval }) => (
        <div
          key={value}
          className="-mt-px border border-edge bg-white has-checked:relative has-checked:border-ink has-checked:outline has-checked:outline-ink"
        >
          <label
            htmlFor={`pay-${value}`}
            className="grid min-h-cta cursor-pointer grid-cols-[auto_1fr] content-center items-center gap-x-4 px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-chalk"
          >
            <input
              id={`pay-${value}`}
              type="radio"
              name="provider"
              value={value}
              checked={value === shown}
              disabled={isBusy}
              onChange={() => {
                setPicked({ value, before: selected });
                onChoose(value);
              }}
              className="row-span-2 size-5 outline-none"
            />
            <span className="font-medium">{titles[approval] ?? name}</span>
            <span className="text-small text-graphite">{explanations[approval](name)}</span>
          </label>
          {value === way?.value && children ? <div className="px-4 pb-4">{children}</div> : null}
        </div>
      ))}
    </fieldset>
  );
}

/** Titles that shoppers understand even if they don't know the provider's name. */
const titles: Partial<Record<Approval, string>> = { fields: "Card and more" };

const explanations: Record<Approval, (name: string) => string> = {
  window: () => "Opens a window where you choose the result. No real payment is made.",
  fields: (name) => `Paid securely through ${name}.`,
  buttons: () => "With your PayPal account, or by card without one.",
  page: (name) => `You pay on ${name}'s page and come back here.`,
};
