import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import type { OrderSummary } from "@vetrina/contract/orders/orders";
import { emailPattern } from "../lib/email-pattern.ts";
import { orderNumberIn } from "./order-number.ts";

/** The fields of the tracking form. */
export type LookUpInput = { orderNumber: string; email: string };
export type LookUpErrors = Partial<Record<keyof LookUpInput, string>>;

/** The result of a lookup. `failed`: the call failed, so it isn't known whether the order exists. */
export type LookUpResult =
  | { status: "found"; order: OrderSummary }
  | { status: "invalid"; errors: LookUpErrors }
  | { status: "not-found" | "limited" | "failed" };

/** The form's errors by field; empty if there are none. */
export function lookUpErrors({ orderNumber, email }: LookUpInput): LookUpErrors {
  const errors: LookUpErrors = {};
  if (!orderNumber.trim()) errors.orderNumber = "Enter the order number.";
  else if (orderNumber.trim().length > 64)
    errors.orderNumber = "That is too long for an order number.";
  if (!email.trim()) errors.email = "Enter your email address.";
  else if (!emailPattern.test(email.trim()))
    errors.email = "Enter an email address like name@example.com.";
  return errors;
}

/**
 * Finds an order by its number and the email it was placed with. Never rejects. `onFailure` gets the error if the
 * result is "failed".
 */
export async function lookUpOrder(
  client: () => Pick<Client, "orders"> | Promise<Pick<Client, "orders">>,
  input: LookUpInput,
  onFailure: (error: unknown) => void,
): Promise<LookUpResult> {
  const errors = lookUpErrors(input);
  if (Object.keys(errors).length > 0) return { status: "invalid", errors };
  try {
    const { orders } = await client();
    const order = await orders.getOrderThankYou({
      // A text that can't be one of our order numbers may be an order's id, or the number of an imported order.
      id: orderNumberIn(input.orderNumber) ?? input.orderNumber.trim().replace(/^#\s*/, ""),
      emailOrder: input.email.trim(),
    });
    return { status: "found", order };
  } catch (error) {
    if (isApiError(error, "ORDER_NOT_FOUND") || isApiError(error, "NOT_FOUND"))
      return { status: "not-found" };
    if (isApiError(error, "RATE_LIMITED")) return { status: "limited" };
    onFailure(error);
    return { status: "failed" };
  }
}

/** The message that the specification requires. It is the same for an unknown number and a wrong email. */
export function notFoundText(contactEmail: string): string {
  return `Order not found. Please check your order number and email. Contact email ${contactEmail} for help.`;
}

/** The message that the specification requires for a failed call. */
export const failedText = "Order not found";
