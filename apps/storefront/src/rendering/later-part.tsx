import { type ReactNode, useEffect } from "react";
import { useIsAlive } from "../lib/use-is-alive.ts";
import { replayClicks } from "./replay-clicks.ts";

/**
 * Wraps a part of the page whose code is loaded later. Clicks on the part's [data-replay] elements are stored until it
 * is hydrated.
 */
export function LaterPart({ children }: { children: ReactNode }) {
  const isAlive = useIsAlive();
  useEffect(() => {
    if (isAlive) replayClicks();
  }, [isAlive]);
  return <div data-waiting={isAlive ? undefined : ""}>{children}</div>;
}
