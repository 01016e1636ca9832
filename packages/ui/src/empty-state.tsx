import type { ReactNode } from "react";
import { classNames } from "./class-names.tsx";

/** A line drawing, a text that names the missing content, and one next step. */
export function EmptyState({
  title,
  text,
  drawing,
  action,
  heading: Heading = "h2",
  className,
}: {
  title: string;
  text?: ReactNode;
  drawing?: ReactNode;
  action?: ReactNode;
  heading?: "h1" | "h2" | "h3" | "p";
  className?: string;
}) {
  return (
    <div className={classNames("grid justify-items-center gap-4 py-12 text-center", className)}>
      {drawing ? <div className="w-40 text-chalk">{drawing}</div> : null}
      <Heading className="display text-h3">{title}</Heading>
      {text ? <p className="max-w-measure text-graphite">{text}</p> : null}
      {action}
    </div>
  );
}
