import { isApiError } from "@vetrina/client/api-error";
import { useState } from "react";

export type Faults = Readonly<Record<string, string>>;

/** A write of a form: busy while it runs, what is wrong at which field, and what went wrong with the whole. */
export function useSave() {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function save(write: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFaults({});
    setFailure(null);
    try {
      await write();
      return true;
    } catch (error) {
      const found = faultsOf(error);
      setFaults(found);
      if (Object.keys(found).length === 0) setFailure(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, faults, failure, save, setFaults };
}

function faultsOf(error: unknown): Faults {
  if (!isApiError(error, "VALIDATION_FAILED") || !Array.isArray(error.details)) return {};
  const known = error.details as { path: string; message: string }[];
  return Object.fromEntries(known.map(({ path, message }) => [path, message]));
}

function messageOf(error: unknown): string {
  if (isApiError(error, "UNAUTHENTICATED")) return "Your session has ended. Sign in again.";
  if (isApiError(error, "EDIT_CONFLICT"))
    return "This was changed elsewhere meanwhile. Reload the page to see it.";
  if (isApiError(error) && error.statusCode === 409) return error.message;
  return "That did not work. Nothing was changed; try again in a moment.";
}
