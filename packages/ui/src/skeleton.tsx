import { classNames } from "./class-names.tsx";

/** A placeholder as large as the content that is loading. Hidden from screen readers, so announce "Loading" elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block bg-tissue", className)} />;
}
