import {
  type ReactElement,
  type ReactNode,
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "./class-names.tsx";

/** Milliseconds that a pointer must rest on the control before the text is shown. */
const delay = 700;
/** If a tooltip closed less than this many milliseconds ago, the next one opens without delay. */
const skipDelay = 300;
/** Minimum distance in pixels from the window's edges. */
const margin = 8;
let closedAt = 0;

type Described = { "aria-describedby"?: string | undefined };

/**
 * Shows a short text above a control, on hover and focus. Esc closes it. The control must pass the aria-describedby
 * that it receives on to its element.
 */
export function Tooltip({
  text,
  className,
  children,
}: {
  text: ReactNode;
  className?: string;
  children: ReactElement<Described>;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const bubble = useRef<HTMLSpanElement>(null);

  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (open && bubble.current) keepInWindow(bubble.current);
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [open]);

  function show(after: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), after);
  }
  function hide() {
    clearTimeout(timer.current);
    setOpen((was) => {
      if (was) closedAt = performance.now();
      return false;
    });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={classNames("relative inline-flex", className)}
      onPointerEnter={() => show(performance.now() - closedAt < skipDelay ? 0 : delay)}
      onPointerLeave={hide}
      onFocus={() => show(0)}
      onBlur={hide}
    >
      {cloneElement(children, { "aria-describedby": open ? id : undefined })}
      {open ? (
        <span
          ref={bubble}
          role="tooltip"
          id={id}
          className="absolute inset-s-1/2 bottom-full z-30 mb-2 w-max max-w-48 -translate-x-1/2 bg-ink px-3 py-2 text-start text-note text-paper rtl:translate-x-1/2"
        >
          {text}
        </span>
      ) : null}
    </span>
  );
}

/** Moves the text sideways if it would extend beyond the window's edge. */
function keepInWindow(bubble: HTMLElement) {
  bubble.style.marginLeft = "";
  const { left, right } = bubble.getBoundingClientRect();
  const over = Math.max(0, right - (document.documentElement.clientWidth - margin));
  bubble.style.marginLeft = `${Math.max(0, margin - left) - over}px`;
}
