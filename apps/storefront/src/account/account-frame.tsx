import type { ReactNode } from "react";
import { useIsAlive } from "../lib/use-is-alive.ts";

/** The frame of account pages. Their data is loaded in the browser, because only the browser has the session. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const isAlive = useIsAlive();
  return (
    <section className="sheet min-h-[70svh] py-10 lg:py-16">
      <h1 className="display mb-8 text-h1">{title}</h1>
      <noscript>
        <p className="max-w-measure text-lead">
          Your account needs JavaScript. Turn it on in your browser, or look up an order with its
          number on the Order tracking page.
        </p>
      </noscript>
      {isAlive ? children : <p className="text-graphite noscript:hidden">Loading…</p>}
    </section>
  );
}
