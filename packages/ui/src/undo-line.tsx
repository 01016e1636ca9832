import { useEffect, useRef } from "react";

type UndoLineProps = {
  /** What was removed. Another value moves focus to Undo again, because the button that removed it disappeared. */
  removed: object;
  text: string;
  onUndo: (button: HTMLButtonElement) => void;
};

/** Says what was removed, with a button to undo it. */
export function UndoLine({ removed, text, onUndo }: UndoLineProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!removed) return;
    button.current?.focus();
    // The toast covers the strip below the header. The button's scroll margin keeps it clear of the toast.
    button.current?.scrollIntoView({ block: "nearest" });
  }, [removed]);
  return (
    <p className="flex items-center justify-between gap-3 bg-tissue ps-3 text-small">
      <span>{text}</span>
      <button
        ref={button}
        type="button"
        onClick={(event) => onUndo(event.currentTarget)}
        className="min-h-target shrink-0 scroll-mt-24 px-3 font-medium underline underline-offset-4"
      >
        Undo
      </button>
    </p>
  );
}
