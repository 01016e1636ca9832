import { classNames } from "./class-names.tsx";

type PriceProps = {
  /** Formatted for the shopper: "$420.00". */
  now: string;
  /** The regular price, where the piece is reduced. */
  was?: string | null | undefined;
  /** "From", before a price that is the lowest of several. */
  from?: boolean | undefined;
  className?: string;
};

/** A price, with the regular one struck through and both said aloud. */
export function Price({ now, was, from, className }: PriceProps) {
  return (
    <span className={classNames("inline-flex flex-wrap gap-x-2 tabular-nums", className)}>
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
