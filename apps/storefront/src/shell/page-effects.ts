import { scrollToTopAtPx } from "@vetrina/commerce/constants";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { cartStoreOf } from "../draft/cart-store.ts";
import { useStore } from "../lib/store.ts";
import { preload } from "../lib/when-needed.ts";
import { replayClicks } from "../rendering/replay-clicks.ts";
import { useSearchedWords } from "../search/use-searched-words.ts";

/**
 * After hydration, loads the back-to-top button's code and repeats the clicks made before. On a new page (or for
 * another search), closes open popovers and the cart's drawer, and moves focus to the heading.
 */
export function usePageEffects(): void {
  const { pathname } = useLocation();
  const { slug } = useStore();
  const current = `${pathname}?${useSearchedWords()}`;
  const shown = useRef(current);

  useEffect(() => {
    preload(() =>
      import("./place-to-top.ts").then(({ placeToTop }) => placeToTop(scrollToTopAtPx)),
    );
    // Some components read in an effect what was entered before hydration. The timeout lets them render it before the
    // clicks are repeated.
    const timer = setTimeout(() => {
      delete document.documentElement.dataset["waiting"];
      replayClicks();
    });
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    for (const popover of document.querySelectorAll<HTMLElement>(":popover-open"))
      popover.hidePopover();
    cartStoreOf(slug).close();
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [current, slug]);
}
