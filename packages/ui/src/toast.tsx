import { useEffect, useId, useSyncExternalStore } from "react";
import { classNames } from "./class-names.tsx";

export type ToastInput = {
  title: string;
  text?: string | undefined;
  /** "destructive" is for something that was rejected or failed. It interrupts screen readers; other toasts wait. */
  tone?: "plain" | "destructive" | undefined;
  /** Milliseconds until the toast disappears. Default: 5000. */
  duration?: number | undefined;
};
type Toast = ToastInput & { id: number };

let toasts: readonly Toast[] = [];
let regions: readonly string[] = [];
let last = 0;
const listeners = new Set<() => void>();
const none: readonly never[] = [];

/** Shows a message and announces it. Replaces a toast with the same message. */
export function toast(input: ToastInput): void {
  last += 1;
  const id = last;
  const others = toasts.filter(({ title, text }) => title !== input.title || text !== input.text);
  toasts = [...others, { ...input, id }];
  changed();
  setTimeout(() => dismiss(id), input.duration ?? 5000);
}

/** Removes all toasts, for example once the problems that they reported are resolved. */
export function dismissToasts(): void {
  toasts = [];
  changed();
}

function dismiss(id: number): void {
  toasts = toasts.filter((toast) => toast.id !== id);
  changed();
}

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The classes that place toasts. On a page, they are below the header, even after scrolling. In a dialog, they are over
 * its title.
 */
const places = {
  page: "toasts-page",
  dialog: "inset-s-2 inset-e-14 top-2",
};

/**
 * Shows the toasts. Render one region at the end of the page and one in each modal. Only the most recently mounted
 * region shows toasts, because everything outside an open modal is inert and not announced.
 */
export function ToastRegion({ place = "page" }: { place?: keyof typeof places }) {
  const own = useId();
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const active = useSyncExternalStore(
    subscribe,
    () => regions.at(-1) === own,
    () => false,
  );
  useEffect(() => {
    regions = [...regions, own];
    changed();
    return () => {
      regions = regions.filter((id) => id !== own);
      changed();
    };
  }, [own]);

  // A dialog has room for only one toast next to its close button. A second one would cover the content it refers to.
  const fitting = place === "dialog" ? shown.slice(-1) : shown;
  const visible: readonly Toast[] = active ? fitting : none;
  return (
    <div className={classNames("toasts", places[place])}>
      <output>
        <Toasts toasts={visible.filter(({ tone }) => tone !== "destructive")} />
      </output>
      <div role="alert">
        <Toasts toasts={visible.filter(({ tone }) => tone === "destructive")} />
      </div>
    </div>
  );
}

function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  return toasts.map(({ id, title, text, tone }) => (
    <div
      key={id}
      className={classNames(
        "w-full max-w-96 border px-4 py-2 text-small",
        tone === "destructive" ? "border-pin bg-pin text-white" : "border-ink bg-ink text-paper",
      )}
    >
      <p className="font-medium">{title}</p>
      {text ? <p className="line-clamp-2">{text}</p> : null}
    </div>
  ));
}
