import type { ReactNode } from "react";
import { CalendarIcon } from "./icons.tsx";

/** The delivery date, with a note below it. */
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
