import { classNames } from "./class-names.tsx";

type PriceProps = {
  /** The price as text, such as "$420.00". */
  now: string;
  /** The regular price, if the product is on sale. */
  was?: string | null | undefined;
  /** Whether to show "From" before the price, because it is the lowest of several. */
  from?: boolean | undefined;
  className?: string;
};

/** A price. If there is a regular price, it is struck through, and screen readers read both with labels. */
export function Price({ now, was, from, className }: PriceProps) {
  return (
    <span className={classNames("inline-flex flex-wrap gap-x-2 digits", className)}>
      <span className={was ? "text-pin" : undefined}>
        {was ? <span className="sr-only">Now </span> : null}
        {from ? "From " : null}
        {now}
      </span>
      {was ? (
        <span className="text-graphite">
          <span className="sr-only">, was </span>
          <s>{was}</s>
        </span>
      ) : null}
    </span>
  );
}
