import { buttonClass } from "@vetrina/ui/button";

/** Shown for a server error. The URL doesn't change, so reloading the page tries again. */
export function FailurePage({ status }: { status: number }) {
  return (
    <section className="sheet grid gap-8 py-16 lg:py-24">
      <div>
        <p className="text-small text-graphite">{status}</p>
        <h1 className="display mt-2 text-h1">Something went wrong</h1>
      </div>
      <p className="max-w-measure text-lead">
        We couldn't load this page. Your cart is safe. Try again in a moment.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href="?" className={buttonClass()}>
          Try again
        </a>
        <a href="/" className={buttonClass({ variant: "secondary" })}>
          Back to Home
        </a>
      </div>
    </section>
  );
}
