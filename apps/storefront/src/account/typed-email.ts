import { useState } from "react";
import { useLocation } from "react-router";

/**
 * The email that was typed on the page before, which its link passes in the history state. Kept, because sending the
 * form replaces that state.
 */
export function useTypedEmail(): string | undefined {
  const { state } = useLocation() as { state: { email?: string } | null };
  const [email] = useState(state?.email);
  return email;
}
