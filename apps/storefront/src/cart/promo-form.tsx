import { toLineInput, type BuyableLine } from "@vetrina/commerce/cart";
import { Button } from "@vetrina/ui/button";
import { controlClass, Field } from "@vetrina/ui/field";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { errorText } from "../payment/payment-messages.ts";

/** Takes a code and checks it. */
export function PromoForm({
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
              // The shopper opened the form to type in this field.
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
