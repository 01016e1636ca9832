import type { ApiError } from "@vetrina/client/api-error";
import { emailPattern } from "../../lib/email-pattern.ts";
import { malformedOrderNumber, orderNumberIn } from "../../order/order-number.ts";

/** The fields of the review form. */
export type ReviewInput = {
  name: string;
  title: string;
  content: string;
  /** From 1 to 5. */
  rating: number;
  fit: "small" | "true" | "large" | null;
  /** The guest's order that contains the product: number and email, or both empty. */
  orderNumber: string;
  email: string;
};
type Field = (typeof reviewFields)[number];
/** The error of each field. `form` is the error of the form as a whole. */
export type ReviewErrors = Partial<Record<Field | "form", string | undefined>>;

/** The fields that can be invalid, in the order in which the form shows them. */
export const reviewFields = ["name", "title", "content", "orderNumber", "email"] as const;

const missing = {
  name: "Enter your name.",
  title: "Enter a title.",
  content: "Write your review.",
};
/** The form's fields whose name differs in the API, by the API's name. */
const apiNames: Partial<Record<string, Field>> = { reference: "orderNumber" };

/** The errors to fix before a review can be sent. A field with only white space counts as missing. */
export function errorsOf(input: ReviewInput): ReviewErrors {
  const errors: ReviewErrors = {};
  for (const [field, text] of Object.entries(missing))
    if (!input[field as keyof typeof missing].trim()) errors[field as Field] = text;
  const [orderNumber, email] = [input.orderNumber.trim(), input.email.trim()];
  if (orderNumber && orderNumberIn(orderNumber) === null) errors.orderNumber = malformedOrderNumber;
  if (email && !orderNumber) errors.orderNumber = "Also enter the order number.";
  if (orderNumber && !emailPattern.test(email))
    errors.email = "Enter the email address used for the order.";
  return errors;
}

/** The form's input as the API's request body. */
export function reviewBody({ orderNumber, email, ...review }: ReviewInput) {
  const reference = orderNumberIn(orderNumber);
  return { ...review, ...(reference && { order: { reference, email: email.trim() } }) };
}

/** The answer to a sent review: whether it is marked as verified, and why not if an order was given. */
export function receivedText({ order }: { order?: unknown }, verified: boolean): string {
  const verdict = verified
    ? " It's marked as verified."
    : order === undefined
      ? ""
      : " It isn't marked as verified. For that, the number and email must be those of a paid order of this item, and each order counts once.";
  return `It appears here after we check it.${verdict}`;
}

/** Maps the API's validation errors to the form's fields. */
export function serverErrors({
  code,
  message,
  details,
}: Pick<ApiError, "code" | "message" | "details">): ReviewErrors {
  const errors: ReviewErrors = {};
  if (code === "VALIDATION_FAILED" && Array.isArray(details))
    for (const detail of details as { path?: unknown; message?: unknown }[]) {
      const last = String(detail.path).split(".").at(-1) ?? "";
      const field = apiNames[last] ?? reviewFields.find((name) => name === last);
      if (field && typeof detail.message === "string") errors[field] = detail.message;
    }
  return Object.keys(errors).length > 0 ? errors : { form: message };
}
