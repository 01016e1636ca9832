import { Skeleton } from "@vetrina/ui/skeleton";
import { type ReactNode, Suspense, useEffect, useRef } from "react";

/**
 * The place of what a provider's script shows. The script is loaded on intent: once the place is pointed at, tapped or
 * focused, or its method was chosen.
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
  /** The text of the button that stands here until the provider's content is wanted. */
  label: string;
  className: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);
  // The focused button goes away, so focus stays at its place.
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
