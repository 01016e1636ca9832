/**
 * Shows the back-to-top button (<html data-far>) after `afterPx` of scrolling, unless it would cover a control or text,
 * or a field has focus. Stores the scrollbar's width in --scrollbar for modals. Must be self-contained, because pages
 * without modules contain its source.
 */
export function placeToTop(afterPx: number): void {
  // The elements that the button must not cover. Of elements 100 px high or more, only the text counts.
  const controls =
    "a,button,input,select,textarea,label,summary,output,[role=alert],[role=status],[id$=-error],[tabindex]:not(h1),.text-pin,p,li,dt,dd,td,th,pre";
  // Fields for typing or selecting. The button is hidden while one has focus, because an on-screen keyboard may cover
  // half of the page.
  const fields = "select,textarea,input:not([type=checkbox],[type=radio])";
  const root = document.documentElement;
  let frame = 0;
  let scrollbar = 0;

  /** The button's area. */
  let place = new DOMRect();
  const meets = (rect: DOMRect) =>
    rect.left < place.right &&
    rect.right > place.left &&
    rect.top < place.bottom &&
    rect.bottom > place.top;
  const hasTextThere = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].some((rect) => rect.height < 100 && meets(rect));
  };
  const isThere = (element: Element) =>
    [...element.getClientRects()].some(
      (rect) =>
        meets(rect) &&
        (rect.height < 100 || hasTextThere(element)) &&
        getComputedStyle(element).visibility === "visible",
    );
  const coversNothing = (button: Element) => {
    place = button.getBoundingClientRect();
    return ![...document.querySelectorAll(controls)].some(
      (element) => element !== button && isThere(element),
    );
  };
  const update = () => {
    frame = 0;
    const width = innerWidth - root.clientWidth;
    if (width !== scrollbar && !document.querySelector("dialog:modal")) {
      scrollbar = width;
      root.style.setProperty("--scrollbar", `${width}px`);
    }
    const button = document.querySelector("[data-to-top]");
    const active = document.activeElement;
    const isShown =
      button !== null &&
      scrollY > afterPx &&
      (active === button || (!active?.matches(fields) && coversNothing(button)));
    root.toggleAttribute("data-far", isShown);
  };
  const look = () => {
    frame = frame || requestAnimationFrame(update);
  };
  addEventListener("scroll", look, { passive: true });
  for (const type of ["resize", "focusin", "focusout"]) addEventListener(type, look);
  new ResizeObserver(look).observe(document.body);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}
