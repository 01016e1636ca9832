import type { ReactNode } from "react";
import { classNames } from "./class-names.tsx";

const tones = {
  plain: "bg-paper text-ink",
  sale: "bg-paper text-pin",
  warn: "bg-paper text-amber",
  ok: "bg-paper text-moss",
  ink: "bg-ink text-paper",
};

/** A short label on or next to an image, such as "Sold out". */
export function Badge({
  tone = "plain",
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames("inline-block px-2 py-1 text-note font-medium", tones[tone], className)}
    >
      {children}
    </span>
  );
}
