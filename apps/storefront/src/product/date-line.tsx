import type { ReactNode } from "react";
import { CalendarIcon } from "./icons.tsx";

/** When it arrives, and below it how. */
export function DateLine({ note, children }: { note: string; children: ReactNode }) {
  return (
    <p className="flex gap-3 text-small">
      <span className="text-chalk">
        <CalendarIcon />
      </span>
      <span>
        {children}
        <span className="block text-graphite">{note}</span>
      </span>
    </p>
  );
}
