import { type ReactNode, useRef, useState } from "react";
import { likelyMeant } from "./mistyped-email.ts";

type Props = {
  email: string;
  /** Shown before the question. */
  lead?: ReactNode;
  /** Called with the suggested address when the shopper accepts it. */
  onEmail: (email: string) => void;
};

/** If the email address looks mistyped, suggests the likely correct address. Loaded lazily (a default export). */
export default function EmailQuestion({ email, lead, onEmail }: Props) {
  const meant = likelyMeant(email);
  const [corrected, setCorrected] = useState<string | null>(null);
  const element = useRef<HTMLOutputElement>(null);
  return (
    <output
      ref={element}
      tabIndex={-1}
      className="block border border-line px-4 py-2 wrap-anywhere empty:hidden"
    >
      {meant === null ? (
        corrected === null ? null : (
          `We'll email ${corrected}.`
        )
      ) : (
        <>
          {lead}
          <button
            type="button"
            className="text-link min-h-target text-start"
            onClick={() => {
              // Pressing the button removes it, so focus moves to the result.
              element.current?.focus();
              setCorrected(meant);
              onEmail(meant);
            }}
          >
            Did you mean {meant}?
          </button>
        </>
      )}
    </output>
  );
}
