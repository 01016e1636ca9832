import { type ReactNode, startTransition, use, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

const waiting = document.querySelector<HTMLElement>('script[type="text/module"]');
const path = waiting?.dataset["path"];

// Back or forward before the page is alive: what stands here was made for another address.
if (isElsewhere()) reload();
else {
  addEventListener("popstate", reload);
  startTransition(() => {
    hydrateRoot(
      document,
      <UntilAlive>
        <HydratedRouter />
      </UntilAlive>,
    );
  });
}

function isElsewhere(): boolean {
  return path !== undefined && path !== location.pathname + location.search;
}

function reload(): void {
  location.reload();
}

const never = new Promise<never>(() => {});
let isAlive = false;

/** From the first commit on the router follows the address by itself; until then a changed one is loaded anew. */
function UntilAlive({ children }: { children: ReactNode }) {
  if (!isAlive && isElsewhere()) use(never);
  useEffect(() => {
    isAlive = true;
    removeEventListener("popstate", reload);
  }, []);
  return children;
}
