import { beginning } from "@vetrina/contract/common";
import { hideAddresses } from "../hide-addresses.ts";

const longest = 500;

/** The error in one line, without the email addresses that mail servers include in their replies. */
export function describeError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? `${String(error.code)}: ` : "";
  const text = code + (error instanceof Error ? error.message : String(error));
  const line = hideAddresses(text).replaceAll(/\s+/g, " ");
  return beginning(line, longest);
}
