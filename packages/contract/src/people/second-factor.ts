import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Code, CurrentPassword } from "./users.ts";

const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({
    description:
      "Each can be used once instead of a code from the app. The codes are shown only in this response.",
  }),
});

const none = { by: "none" } as const;

/** The calls of `users` about two-step verification. */
export const secondFactor = {
  startTotp: endpoint({
    method: "POST",
    path: "/users/me/totp",
    summary:
      "Creates a secret for an authenticator app. Two-step verification is turned on by confirmTotp, with a code from the app.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ password: CurrentPassword }),
    response: z.object({
      secret: z.string().meta({ description: "In Base32, for manual entry." }),
      uri: z.string().meta({ description: "An otpauth:// URL, to show as a QR code." }),
    }),
    status: 201,
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "ALREADY_EXISTS", "RATE_LIMITED"],
    personal: true,
  }),
  confirmTotp: endpoint({
    method: "POST",
    path: "/users/me/totp/confirm",
    summary:
      "Turns on two-step verification with a code from the app, ends all other sessions and returns ten recovery codes.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ code: Code }),
    response: RecoveryCodes,
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  renewRecoveryCodes: endpoint({
    method: "POST",
    path: "/users/me/totp/recovery-codes",
    summary: "Replaces the recovery codes with ten new ones.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ password: CurrentPassword, code: Code }),
    response: RecoveryCodes,
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  removeTotp: endpoint({
    method: "DELETE",
    path: "/users/me/totp",
    summary: "Turns off two-step verification.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ password: CurrentPassword, code: Code }),
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
};
