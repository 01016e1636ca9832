import { failure, invalid } from "./errors.ts";
import type { Intent } from "./tables.ts";

export function isOpen(status: string): boolean {
  return ["requires_payment_method", "requires_confirmation", "requires_action"].includes(status);
}

export function unexpectedState(intent: Intent, action: string): ReturnType<typeof invalid> {
  const message = `You cannot ${action} this PaymentIntent because it has a status of ${String(intent.api["status"])}.`;
  const refusal = invalid(message);
  const error = {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message,
    payment_intent: intent.api,
  } as const;
  return Object.assign(refusal, { answer: failure(400, error) });
}
