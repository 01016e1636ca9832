import { type SubmitEvent, useEffect, useRef } from "react";

/** Matches windows wide enough to show the filters next to the list. */
const wide = "(min-width: 64rem)";

/**
 * Makes the rest of the page inert while the tray is open. The tray's Show button only closes it, because the list is
 * already up to date.
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

/** The siblings of the tray and of its ancestors: together, the rest of the page. */
function around(tray: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: HTMLElement = tray; at.parentElement && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && sibling instanceof HTMLElement && sibling.tagName !== "SCRIPT")
        found.push(sibling);
  return found;
}
