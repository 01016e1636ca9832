import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";
import type { MenuItem } from "../lib/store.ts";
import { DownIcon } from "../lib/icons.tsx";
import { isCurrent } from "./menus.ts";

const line = "flex min-h-target items-center wrap-anywhere underline-offset-4 hover:underline";

/** A link that sets aria-current if it leads to the current page, as isCurrent() defines it. */
export function MenuLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const current = isCurrent(to, useLocation());
  return <Link to={to} aria-current={current ? "page" : undefined} {...rest} />;
}

/** The items of the small-screen menu, in a column. Items with children can be opened without JavaScript. */
export function MenuAccordion({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul>
      {items.map(({ id, label, href, children }) => (
        <li key={id} className="border-b border-line">
          {children.length === 0 ? (
            <MenuLink
              to={href ?? "/"}
              className="display flex min-h-cta items-center py-2 text-h3 wrap-anywhere"
            >
              {label}
            </MenuLink>
          ) : (
            <details>
              <summary className="display flex min-h-cta list-none items-center justify-between gap-4 py-2 text-h3 wrap-anywhere">
                {label}
                <span className="turn">
                  <DownIcon />
                </span>
              </summary>
              <div className="pb-4">
                {href === null ? null : (
                  <MenuLink to={href} className={line}>
                    {label}
                  </MenuLink>
                )}
                <MenuBranches items={children} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The second level of a menu, with the third level below each item. */
export function MenuBranches({
  items,
  className,
}: {
  items: readonly MenuItem[];
  className?: string;
}) {
  return (
    <ul className={className}>
      {items.map(({ id, label, href, children }) => (
        <li key={id} className="min-w-0">
          <MenuLabel label={label} href={href} />
          {children.length === 0 ? null : (
            <ul className="mb-3 border-s border-line ps-4 text-small">
              {children.map((third) => (
                <li key={third.id}>
                  <MenuLabel label={third.label} href={third.href} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** An item's label as a link, or as plain text if the item is only a heading. */
export function MenuLabel({ label, href }: { label: string; href: string | null }) {
  if (href === null)
    return <span className="flex min-h-target items-center wrap-anywhere">{label}</span>;
  return (
    <Link to={href} className={line}>
      {label}
    </Link>
  );
}
