import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "./class-names.tsx";

type DialogProps = {
  open: boolean;
  /**
   * Called when the user presses Esc, or clicks the close button or outside the panel. The caller must then set `open`
   * to false.
   */
  onClose: () => void;
  title: ReactNode;
  /** Shown next to the title, such as a count. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A modal in the middle of the window. The browser traps focus, handles Esc and restores focus. */
export function Dialog({ className, ...rest }: DialogProps) {
  return (
    <Panel
      {...rest}
      className={classNames(
        "panel-rise m-auto max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))]",
        className,
      )}
    />
  );
}

/** A full-height modal at the inline end of the window, such as the cart. */
export function Drawer({ className, ...rest }: DialogProps) {
  return (
    <Panel
      {...rest}
      className={classNames(
        "panel-end ms-auto me-0 my-0 h-dvh max-h-none w-[min(30rem,100vw)] max-w-none",
        className,
      )}
    />
  );
}

function Panel({ open, onClose, title, aside, className, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) {
      dialog.showModal();
      heading.current?.focus();
    } else {
      dialog.close();
    }
  }, [open]);

  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) onClose();
  }

  return (
    // The backdrop isn't a control. For keyboard users, Esc and the close button do the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-labelledby={headingId}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
      className={classNames("panel fixed bg-paper p-0 text-ink flex-col open:flex", className)}
    >
      <header className="flex items-center gap-3 border-b border-line ps-gutter pe-2">
        <h2
          id={headingId}
          ref={heading}
          tabIndex={-1}
          className="display py-4 text-h3 outline-none"
        >
          {title}
        </h2>
        <div className="grow text-small text-graphite">{aside}</div>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="flex size-target shrink-0 items-center justify-center hover:bg-tissue"
        >
          <svg aria-hidden="true" viewBox="0 0 16 16" className="w-4">
            <path d="m2 2 12 12M14 2 2 14" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      </header>
      <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">
        {children}
      </div>
    </dialog>
  );
}
