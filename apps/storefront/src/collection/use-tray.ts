import { type SubmitEvent, useEffect, useRef } from "react";

/** The window width from which the filters are shown next to the list. */
const wide = "(min-width: 64rem)";

/**
 * While the tray is open, the rest of the page is inert. Its Show button only closes it, because the list is already
 * updated.
 */
export function useTray() {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const tray = ref.current;
    if (!tray) return undefined;
    let inert: HTMLElement[] = [];
    const release = () => {
      for (const element of inert) element.inert = false;
      inert = [];
    };
    const toggled = (event: ToggleEvent) => {
      release();
      if (event.newState !== "open") return;
      inert = around(tray).filter((element) => !element.inert);
      for (const element of inert) element.inert = true;
    };
    const screen = matchMedia(wide);
    const grown = () => {
      if (screen.matches && tray.matches(":popover-open")) tray.hidePopover();
    };
    tray.addEventListener("toggle", toggled);
    screen.addEventListener("change", grown);
    return () => {
      release();
      tray.removeEventListener("toggle", toggled);
      screen.removeEventListener("change", grown);
    };
  }, []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ref.current?.matches(":popover-open")) ref.current.hidePopover();
  };
  return { ref, submit };
}

/** All elements that are neither the tray nor inside or around it. */
function around(tray: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: HTMLElement = tray; at.parentElement && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && sibling instanceof HTMLElement && sibling.tagName !== "SCRIPT")
        found.push(sibling);
  return found;
}
