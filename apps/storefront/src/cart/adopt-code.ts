import { storageKey } from "@vetrina/commerce/constants";
import { parseRecord, readSession, writeSession } from "../draft/session.ts";
import { readDiscountCode, setDiscountCode } from "../draft/discount-code.ts";

/** Moves the code that earlier versions of these pages stored in a tab's draft to the cart. The cart's own code stays. */
export function adoptCode(slug: string): void {
  const key = storageKey(slug, "checkout");
  const draft = parseRecord(readSession(key));
  const code = draft?.["discountCode"];
  if (typeof code !== "string") return;
  writeSession(key, JSON.stringify({ ...draft, discountCode: undefined }));
  if (readDiscountCode(slug) === "") setDiscountCode(slug, code);
}
