import { isDay, isUuid } from "@vetrina/contract/common";
import type { CustomerUpdate } from "@vetrina/contract/people/customers";

/** Maximum number of a customer's former emails. An export lists all of them, and an erasure searches for each. */
export const maxFormerEmails = 20;
/**
 * Maximum number of periods in which a customer had one of their former emails. An email used twice has two periods.
 * Must equal the limit in shop.keep_former_email.sql.
 */
export const maxPeriods = 100;

/** Returns the sent fields that the caller may not change, each with a message. */
export function refusedFields(
  caller: "customer" | "staff",
  customer: { hasAccount: boolean },
  body: CustomerUpdate,
): { path: keyof CustomerUpdate; message: string }[] {
  const errors: { path: keyof CustomerUpdate; message: string }[] = [];
  const refuse = (path: keyof CustomerUpdate, message: string) => {
    if (body[path] !== undefined) errors.push({ path, message });
  };
  if (caller === "customer") {
    refuse("email", "You can't change the email here. Change it in your account.");
    refuse("note", "Only the store can write notes. Leave this field out.");
    refuse("tags", "Only the store can set tags. Leave this field out.");
    return errors;
  }
  if (customer.hasAccount)
    refuse(
      "email",
      "This customer signs in with this address. Only they can change it, in their account.",
    );
  if (body.newsletter === true)
    refuse(
      "newsletter",
      "You can't subscribe a customer. Send the subscription email instead, so that the customer can confirm.",
    );
  return errors;
}

export type CustomerSort = "newest" | "oldest" | "last-order" | "most-spent";

/** The last row of a page: its id and its sort value, which is empty if the list is sorted by age (by id). */
export type Cursor = { value: string; id: string };

/** Encodes a cursor. It is opaque to clients and valid only for its sort order. */
export function writeCursor(sort: CustomerSort, { value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");
}

/** Decodes a cursor. Returns null if the text can't be a cursor of this sort order. */
export function readCursor(sort: CustomerSort, text: string): Cursor | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read) || read.length !== 3 || read[0] !== sort) return null;
    const [, value, id] = read as unknown[];
    if (typeof value !== "string" || typeof id !== "string") return null;
    // The date must exist, or the query would fail.
    const isReal = sort !== "last-order" || value === "-infinity" || isDay(value.slice(0, 10));
    return shapes[sort].test(value) && isReal && isUuid(id) ? { value, id } : null;
  } catch {
    return null;
  }
}

const shapes: Record<CustomerSort, RegExp> = {
  newest: /^$/,
  oldest: /^$/,
  "last-order":
    /^(?:-infinity|\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?)$/,
  "most-spent": /^\d{1,18}$/,
};
