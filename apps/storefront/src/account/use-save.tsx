import { isApiError } from "@vetrina/client/api-error";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { proofErrorsOf, tooManyTries } from "./credentials.ts";
import { forgetTyped, keepTyped, type Typed, typedIn } from "./typed-form.ts";

export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Returns a form's save function, whether saving is in progress, the errors by field, and the error of the whole form.
 * `typed` is the input that was stored under the name `form` when the session expired, else null.
 */
export function useSave(form?: string) {
  const [typed] = useState<Typed | null>(() => (form === undefined ? null : typedIn(form)));
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ReactNode>(
    typed === null ? null : "You were signed out before this was saved. Save it again.",
  );
  useEffect(() => {
    if (form !== undefined) forgetTyped(form);
  }, [form]);

  async function save(write: () => Promise<unknown>, fields?: FormData): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setErrors({});
    setFailure(null);
    try {
      await write();
      return true;
    } catch (error) {
      if (form !== undefined && fields !== undefined && isApiError(error, "UNAUTHENTICATED"))
        keepTyped(form, fields);
      const found = errorsOf(error);
      setErrors(found);
      if (Object.keys(found).length === 0) setFailure(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, errors, failure, save, setErrors, typed };
}

function errorsOf(error: unknown): FieldErrors {
  if (!isApiError(error, "VALIDATION_FAILED") || !Array.isArray(error.details))
    return proofErrorsOf(error);
  const known = error.details as { path: string; message: string }[];
  return Object.fromEntries(known.map(({ path, message }) => [path, message]));
}

function messageOf(error: unknown): ReactNode {
  if (isApiError(error, "UNAUTHENTICATED"))
    return (
      <>
        Your session has ended.{" "}
        <Link to="/login?returnTo=%2Faccount" className="text-link">
          Sign in again
        </Link>
      </>
    );
  if (isApiError(error, "EDIT_CONFLICT"))
    return "This was changed somewhere else. Reload the page to see the latest version.";
  if (isApiError(error, "RATE_LIMITED")) return tooManyTries(error);
  if (isApiError(error) && error.statusCode === 409) return error.message;
  return "Something went wrong and nothing was changed. Try again in a moment.";
}
