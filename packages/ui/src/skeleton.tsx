import { classNames } from "./class-names.tsx";

/** A placeholder of the size of the coming content. Hidden from screen readers, so announce "Loading" elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block bg-tissue", className)} />;
}
