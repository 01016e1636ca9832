import { isApiError } from "@vetrina/client/api-error";
import { Button, buttonClass } from "@vetrina/ui/button";
import { Skeleton } from "@vetrina/ui/skeleton";
import { Link, useLocation } from "react-router";

type Props = {
  error: unknown;
  /** The content that is being loaded, as in "We couldn't load your orders." */
  what: string;
  retry: () => void;
};

/**
 * Shown while something is being loaded. If loading failed, says why or what to do, such as signing in or trying again.
 */
export function LoadState({ error, what, retry }: Props) {
  const { pathname } = useLocation();
  if (error === null) return <Loading what={what} />;
  if (isApiError(error, "UNAUTHENTICATED"))
    return (
      <div className="grid justify-items-start gap-5">
        <p className="max-w-measure text-lead">Sign in to see {what}.</p>
        <p className="flex flex-wrap gap-3">
          <Link to={`/login?returnTo=${encodeURIComponent(pathname)}`} className={buttonClass()}>
            Sign in
          </Link>
          <Link to="/register" className={buttonClass({ variant: "secondary" })}>
            Create an account
          </Link>
        </p>
      </div>
    );
  if (isApiError(error, "EMAIL_NOT_VERIFIED"))
    return (
      <p role="alert" className="max-w-measure text-lead">
        Confirm your email address first. Open the link in the email we sent you, then come back.{" "}
        <Link to="/verify-email" className="text-link">
          Send it again
        </Link>
      </p>
    );
  // The API rejects an invalid id, for example from a truncated URL, before looking it up.
  if (isApiError(error, "NOT_FOUND") || isApiError(error, "VALIDATION_FAILED"))
    return <p className="max-w-measure text-lead">We couldn't find this in your account.</p>;
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="max-w-measure">We couldn't load {what}. Try again in a moment.</p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

function Loading({ what }: { what: string }) {
  return (
    <div className="grid gap-3">
      <output className="sr-only">Loading {what}</output>
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-6 w-3/5" />
    </div>
  );
}
