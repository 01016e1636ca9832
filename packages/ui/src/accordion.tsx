import type { ReactNode } from "react";

/** A row that opens and closes without JavaScript. Wrap several rows in one element for a list with dividers. */
export function AccordionItem({
  title,
  name,
  open,
  id,
  children,
}: {
  title: ReactNode;
  /** Opening an item closes all others with the same name. */
  name?: string;
  open?: boolean;
  id?: string;
  children: ReactNode;
}) {
  return (
    <details id={id} name={name} open={open} className="group border-b border-line">
      <summary className="flex min-h-cta list-none items-center justify-between gap-4 font-medium hover:text-chalk">
        {title}
        <svg
          aria-hidden="true"
          viewBox="0 0 12 12"
          stroke="currentColor"
          strokeWidth="1.5"
          className="w-3 shrink-0"
        >
          <path d="M0 6h12" />
          <path d="M6 0v12" className="group-open:opacity-0" />
        </svg>
      </summary>
      <div className="pb-6">{children}</div>
    </details>
  );
}
