import { toLineInput, type BuyableLine } from "@vetrina/commerce/cart";
import { Button } from "@vetrina/ui/button";
import { controlClass, Field } from "@vetrina/ui/field";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { errorText } from "./payment-texts.ts";

type Props = {
  lines: readonly BuyableLine[];
  /** The code that is applied; empty: none. */
  code: string;
  /** Why the applied code gives nothing. */
  refusal: string | null;
  onChange: (code: string) => void;
};

/** A code for a discount, behind a link: who has none is not sent looking for one. */
export function PromoField({ lines, code, refusal, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [benefit, setBenefit] = useState("");
  if (code)
    return (
      <div className="text-small">
        <p className="flex items-center justify-between gap-4">
          <span>
            Code <strong className="font-semibold">{code}</strong>
            {benefit && !refusal ? <span className="text-graphite">: {benefit}</span> : null}
          </span>
          <button
            type="button"
            className="text-link min-h-target min-w-target"
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
        onClick={() => setOpen(true)}
        className="text-link min-h-target justify-self-start text-small"
      >
        I have a discount code
      </button>
    );
  return (
    <PromoForm
      lines={lines}
      onApplied={(applied, message) => {
        setBenefit(message);
        onChange(applied);
      }}
    />
  );
}

function PromoForm({
  lines,
  onApplied,
}: {
  lines: readonly BuyableLine[];
  onApplied: (code: string, message: string) => void;
}) {
  const { id: storeId } = useStore();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function apply(event: FormEvent) {
    event.preventDefault();
    const code = text.trim();
    if (!code) return setError("Enter a code.");
    setBusy(true);
    try {
      const items = lines.map(toLineInput);
      const answer = await (
        await browserApi()
      ).discounts.validateDiscount({
        body: { storeId, code, items },
      });
      if (answer.valid) onApplied(answer.code, answer.message);
      else setError(answer.message);
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={(event) => void apply(event)}>
      <Field label="Discount code" error={error}>
        {(control) => (
          <div className="flex">
            <input
              {...control}
              name="discount-code"
              value={text}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              // It appears because it was asked for.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              onChange={(event) => {
                setText(event.target.value);
                setError(undefined);
              }}
              className={controlClass}
            />
            <Button type="submit" variant="secondary" busy={isBusy} busyText="Checking…">
              Apply
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
