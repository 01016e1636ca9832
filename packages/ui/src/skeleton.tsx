import { classNames } from "./class-names.tsx";

/** A still place of the size of what is coming; hidden from screen readers, so say "Loading" elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block bg-tissue", className)} />;
}
