import { classNames } from "@vetrina/ui/class-names";
import type { MenuItem } from "../lib/store.ts";
import { ClosePopover, sheetPopover } from "./close-popover.tsx";
import { DownIcon } from "../lib/icons.tsx";
import { MenuBranches, MenuLabel, MenuLink } from "./menu-items.tsx";

const inRow = "menu-link";

/** The header's row of links. An item with children opens them in a popover, which works without JavaScript. */
export function HeaderMenu({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul className="-ms-2.5 flex">
      {items.map((item) => (
        <li key={item.id}>
          {item.children.length === 0 ? (
            <MenuLink to={item.href ?? "/"} prefetch="intent" className={inRow}>
              {item.label}
            </MenuLink>
          ) : (
            <Opening item={item} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Opening({ item: { id, label, href, children } }: { item: MenuItem }) {
  const panel = `menu-${id}`;
  return (
    <>
      <button type="button" popoverTarget={panel} className={classNames(inRow, "gap-1")}>
        {label}
        <span className="*:size-3">
          <DownIcon />
        </span>
      </button>
      <div id={panel} popover="auto" className={sheetPopover}>
        <div className="sheet pb-10">
          <ClosePopover target={panel} label="Close menu" />
          <div className="display text-h3">
            <MenuLabel label={label} href={href} />
          </div>
          <MenuBranches
            items={children}
            className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-8 gap-y-2"
          />
        </div>
      </div>
    </>
  );
}
