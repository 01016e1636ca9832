import {
  type ReactElement,
  type ReactNode,
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

/** Milliseconds a pointer rests before the text shows. */
const delay = 700;
/** Within this many milliseconds after one tooltip closed, the next opens at once. */
const skipDelay = 300;
let closedAt = 0;

type Described = { "aria-describedby"?: string | undefined };

/** A short text above a control, on hover and focus; Esc closes it. The control must pass on aria-describedby. */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  children: ReactElement<Described>;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
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
      className="relative inline-flex"
      onPointerEnter={() => show(performance.now() - closedAt < skipDelay ? 0 : delay)}
      onPointerLeave={hide}
      onFocus={() => show(0)}
      onBlur={hide}
    >
      {cloneElement(children, { "aria-describedby": id })}
      <span
        role="tooltip"
        id={id}
        hidden={!open}
        className="absolute inset-s-1/2 bottom-full z-30 mb-2 w-max max-w-48 -translate-x-1/2 bg-ink px-3 py-2 text-start text-note text-paper rtl:translate-x-1/2"
      >
        {text}
      </span>
    </span>
  );
}
