import { buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";

/** Shown if the URL doesn't name a product. */
export function MissingLink() {
  return (
    <section className="sheet grid gap-6 py-16 lg:py-24">
      <h1 className="display text-h1">No product link provided</h1>
      <p className="max-w-measure text-lead">URL Format: /product?link=your-product-link</p>
      <BackHome />
    </section>
  );
}

/** Explains why the product could not be shown. */
export function LoadFailure({ text, again }: { text: string; again: boolean }) {
  return (
    <section className="sheet grid gap-6 py-16 lg:py-24">
      <h1 className="display text-h1">Error Loading Product</h1>
      <p role="alert" className="max-w-measure text-lead">
        {text}
      </p>
      <div className="flex flex-wrap gap-3">
        <BackHome />
        {again ? (
          <button
            type="button"
            onClick={() => window.location.reload()}
            className={`${buttonClass({ variant: "secondary" })} noscript:hidden`}
          >
            Try again
          </button>
        ) : (
          <Link to="/new-arrivals" className={buttonClass({ variant: "secondary" })}>
            See what's new
          </Link>
        )}
      </div>
    </section>
  );
}

function BackHome() {
  return (
    <Link to="/" className={`${buttonClass()} w-fit`}>
      Back to Home
    </Link>
  );
}
