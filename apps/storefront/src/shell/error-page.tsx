import { buttonClass } from "@vetrina/ui/button";
import { useLocation } from "react-router";

/**
 * Shown after a server error, after too many requests, or if there is no connection (status 0). The URL stays the same,
 * so a reload tries again.
 */
export function FailurePage({ status }: { status: number }) {
  const { pathname, search } = useLocation();
  return (
    <section className="sheet grid gap-8 py-16 lg:py-24">
      <div>
        <p className="text-small text-graphite">{status || null}</p>
        <h1 className="display mt-2 text-h1">
          {status === 429 ? "Too many requests" : status ? "Something went wrong" : "No connection"}
        </h1>
      </div>
      <p className="max-w-measure text-lead">
        We couldn't load this page. Your cart is safe. Try again in a moment.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={pathname + search} className={buttonClass()}>
          Try again
        </a>
        <a href="/" className={buttonClass({ variant: "secondary" })}>
          Back to Home
        </a>
      </div>
    </section>
  );
}
