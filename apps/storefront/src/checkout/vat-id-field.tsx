import { TextField } from "@vetrina/ui/field";
import { useState } from "react";
import { afterPress } from "../lib/after-press.ts";

type Props = {
  /** The VAT ID as last entered. */
  vatId: string;
  /** The server's message about the VAT ID; null if there is none. */
  message: string | null;
  onChange: (vatId: string) => void;
};

/**
 * The field for a company's VAT ID, which is sent when the shopper leaves the field or presses Enter. Loaded lazily (a
 * default export), because not every store asks for one.
 */
export default function VatIdField({ vatId, message, onChange }: Props) {
  const [text, setText] = useState(vatId);
  const isAnswered = vatId !== "" && text.trim() === vatId;
  return (
    <TextField
      id="checkout-vat-id"
      name="vatId"
      label="VAT ID"
      optional
      hint="For companies: enter a VAT ID from the EU country you ship to, and your order is free of tax."
      error={isAnswered ? (message ?? undefined) : undefined}
      value={text}
      maxLength={30}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => afterPress(() => onChange(text.trim()))}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(text.trim());
      }}
    />
  );
}
