import { classNames } from "@vetrina/ui/class-names";
import { Link, NavLink } from "react-router";
import { useStore } from "../lib/store.ts";
import { BagButton } from "./bag-button.tsx";
import { CloseIcon, MenuIcon, SearchIcon } from "./icons.tsx";
import { SearchBox } from "./search-box.tsx";

const iconButton = "flex size-target items-center justify-center";
const sheetPopover =
  "fixed inset-x-0 top-0 m-0 w-full max-w-none border-b border-line bg-paper p-0 text-ink backdrop:bg-ink/45";

/** Navigation, the store's name, search and the bag. Menu and search of small screens are popovers: no script needed. */
export function SiteHeader({ overlay }: { overlay: boolean }) {
  const { name, navigation } = useStore();
  return (
    <header
      className={classNames(
        "sticky top-0 z-40 border-b",
        overlay ? "header-overlay" : "border-line bg-paper",
      )}
    >
      <div className="sheet grid h-16 grid-cols-[1fr_auto_1fr] items-center gap-4">
        <div className="flex items-center">
          <button
            type="button"
            popoverTarget="menu"
            aria-label="Menu"
            className={classNames(iconButton, "-ms-3 lg:hidden")}
          >
            <MenuIcon />
          </button>
          <nav aria-label="Main" className="max-lg:hidden">
            <ul className="-ms-2.5 flex">
              {navigation.map(({ href, label }) => (
                <li key={href}>
                  <NavLink
                    to={href}
                    prefetch="intent"
                    className="flex min-h-target min-w-target items-center justify-center px-2.5 text-small decoration-1 underline-offset-8 hover:underline aria-[current=page]:underline"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <Link
          to="/"
          className="display flex min-h-target items-center text-[2rem] leading-none whitespace-nowrap"
        >
          {name}
        </Link>
        <div className="flex items-center justify-end lg:gap-6">
          <button
            type="button"
            popoverTarget="search-panel"
            aria-label="Search"
            className={classNames(iconButton, "lg:hidden")}
          >
            <SearchIcon />
          </button>
          <SearchBox id="header-search" className="w-44 max-lg:hidden" />
          <BagButton />
        </div>
      </div>
      <div id="menu" popover="auto" className={sheetPopover}>
        <div className="sheet pb-8">
          <ClosePopover target="menu" label="Close menu" />
          <nav aria-label="Menu">
            <ul>
              {navigation.map(({ href, label }) => (
                <li key={href} className="border-b border-line">
                  <NavLink to={href} className="display flex min-h-cta items-center text-h3">
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div id="search-panel" popover="auto" className={sheetPopover}>
        <div className="sheet pb-6">
          <ClosePopover target="search-panel" label="Close search" />
          <SearchBox id="panel-search" />
        </div>
      </div>
    </header>
  );
}

function ClosePopover({ target, label }: { target: string; label: string }) {
  return (
    <div className="flex h-16 items-center">
      <button
        type="button"
        popoverTarget={target}
        popoverTargetAction="hide"
        aria-label={label}
        className={classNames(iconButton, "-ms-3")}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
