import { type ApiError, isApiError } from "@vetrina/client/api-error";
import { unsentText } from "../lib/send-form.ts";

export type FormErrors = { fields: Readonly<Record<string, string>>; form: string | null };

/** The errors of a form that could not be sent because there was no connection. */
export const unsentErrors: FormErrors = { fields: {}, form: unsentText };

const words: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: "Your session has ended. Sign in again.",
  TOKEN_INVALID: "This link has expired or was already used. Request a new one below.",
  INVALID_CREDENTIALS: "The password is wrong.",
  ALREADY_EXISTS: "Another account already uses this email address.",
};

/** The errors of a rejected call: by field if the API names fields, else one sentence for the whole form. */
export function errorsOf(error: unknown): FormErrors {
  if (isApiError(error, "VALIDATION_FAILED") && Array.isArray(error.details)) {
    const details = error.details as { path: string; message: string }[];
    return {
      fields: Object.fromEntries(details.map(({ path, message }) => [path, message])),
      form: null,
    };
  }
  if (isApiError(error, "RATE_LIMITED")) return { fields: {}, form: tooManyTries(error) };
  const form = isApiError(error) ? words[error.code] : undefined;
  return { fields: {}, form: form ?? "Something went wrong. Try again in a moment." };
}

/** Whether an error means that the token in an email's link was used, replaced or expired, or never was valid. */
export function isTokenError(error: unknown): boolean {
  return isApiError(error, "TOKEN_INVALID") || errorsOf(error).fields["token"] !== undefined;
}

/** Errors of signing in with email, password and code. `mayWait` is true if the account might not be activated yet. */
export function signInErrorsOf(error: unknown): FormErrors & { mayWait?: true } {
  if (isApiError(error, "TOTP_REQUIRED"))
    return { fields: { code: "Enter the code." }, form: null };
  if (isApiError(error, "INVALID_CREDENTIALS"))
    return isAboutCode(error)
      ? { fields: { code: wrongCode }, form: null }
      : { fields: {}, form: wrongCredentials, mayWait: true };
  const { fields, form } = errorsOf(error);
  return {
    fields: {
      ...fields,
      ...(fields["email"] && { email: "Enter an email address like name@example.com." }),
      ...(fields["code"] && { code: wrongCode }),
    },
    form,
  };
}

/** Errors about the password or code that a signed-in user's call requires. Empty for other errors. */
export function proofErrorsOf(error: unknown): FormErrors["fields"] {
  if (isApiError(error, "TOTP_REQUIRED")) return { code: "Enter the code." };
  if (!isApiError(error, "INVALID_CREDENTIALS")) return {};
  return isAboutCode(error)
    ? { code: wrongCode }
    : { currentPassword: "Your current password is wrong." };
}

const wrongCode =
  "That code isn't right. Wait for the next code in your app, or use a recovery code.";
const wrongCredentials =
  "Wrong email or password. If you just registered, open the link in our email first.";

function isAboutCode({ details }: ApiError): boolean {
  return (details as { field?: unknown } | null)?.field === "code";
}

/** A message that says how long to wait, because the limit on failed passwords lasts longer than a minute. */
export function tooManyTries({ details }: ApiError): string {
  const seconds = (details as { retryAfterSeconds?: number } | null)?.retryAfterSeconds ?? 60;
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Wait ${minutes < 2 ? "a minute" : `${minutes} minutes`} and try again.`;
}

/** The value of a form's text field, exactly as typed, because spaces may be part of a password. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
