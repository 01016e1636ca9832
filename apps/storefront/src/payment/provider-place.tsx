import { Skeleton } from "@vetrina/ui/skeleton";
import { type ReactNode, Suspense, useEffect, useRef } from "react";

/**
 * The place for content that a provider's script renders. The script is loaded on intent: when the place is hovered,
 * tapped or focused, or the method is chosen.
 */
export function ProviderPlace({
  id,
  isWanted,
  onWant,
  label,
  className,
  children,
}: {
  id?: string;
  isWanted: boolean;
  onWant: () => void;
  /** The label of the button that is shown until the provider's content is requested. */
  label: string;
  className: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);
  // The focused button has been removed, so focus moves to the place where it was.
  useEffect(() => {
    if (isWanted && wasFocused.current) place.current?.focus();
    wasFocused.current = false;
  }, [isWanted]);

  function want() {
    wasFocused.current = document.activeElement === button.current;
    onWant();
  }
  return (
    <div
      ref={place}
      id={id}
      tabIndex={-1}
      onPointerEnter={want}
      onPointerDown={want}
      onFocus={want}
      {...(isWanted ? { role: "group", "aria-label": label } : {})}
    >
      {isWanted ? (
        <Suspense fallback={<Skeleton className="h-12" />}>{children}</Suspense>
      ) : (
        <button ref={button} type="button" onClick={want} className={className}>
          {label}
        </button>
      )}
    </div>
  );
}
