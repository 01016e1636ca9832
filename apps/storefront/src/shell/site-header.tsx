import { classNames } from "@vetrina/ui/class-names";
import { useMemo } from "react";
import { Link } from "react-router";
import { listedItems, unpackMenu } from "./menus.ts";
import { useRootData } from "../lib/store.ts";
import { useWishlistOfAccount } from "../wishlist/use-wishlist.ts";
import { AccountLink } from "./account-link.tsx";
import { CartButton } from "../cart/cart-button.tsx";
import { ClosePopover, iconButton, sheetPopover } from "./close-popover.tsx";
import { HeaderMenu } from "./header-menu.tsx";
import { MenuIcon, SearchIcon } from "../lib/icons.tsx";
import { MenuAccordion } from "./menu-items.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { useSearchedWords } from "../search/use-searched-words.ts";
import { WishlistLink } from "./wishlist-link.tsx";

/**
 * The classes that show either the row of menu items or the menu button, by the minimum width at which the row fits.
 */
const shownFrom = {
  lg: { row: "max-lg:hidden", button: "lg:hidden" },
  xl: { row: "max-xl:hidden", button: "xl:hidden" },
} as const;

/**
 * The header: main menu, store name, search, wishlist, account and cart. On small screens, menu and search are popovers
 * that work without JavaScript.
 */
export function SiteHeader({ overlay }: { overlay: boolean }) {
  const { store, menus } = useRootData();
  const { name } = store;
  const from = menus.rowFrom;
  const main = useMemo(() => unpackMenu(menus.main), [menus.main]);
  const searched = useSearchedWords();
  useWishlistOfAccount();
  return (
    <header
      className={classNames(
        "sticky top-0 z-40 border-b",
        overlay ? "header-overlay" : "border-line bg-paper",
      )}
    >
      <div className="sheet header-bar">
        <div className="flex items-center">
          <button
            type="button"
            popoverTarget="menu"
            aria-label="Menu"
            className={classNames(iconButton, "-ms-3", from && shownFrom[from].button)}
          >
            <MenuIcon />
          </button>
          {from === null ? null : (
            <nav aria-label="Main" className={shownFrom[from].row}>
              <HeaderMenu items={main} />
            </nav>
          )}
        </div>
        <Link to="/" className="display shop-name">
          {name}
        </Link>
        <div className="-me-3 flex items-center justify-end">
          <button
            type="button"
            popoverTarget="search-panel"
            aria-label="Search"
            className={classNames(iconButton, "lg:hidden")}
          >
            <SearchIcon />
          </button>
          <SearchBox
            key={searched}
            id="header-search"
            value={searched}
            className="w-44 max-lg:hidden lg:me-2"
          />
          <span className="flex max-sm:hidden">
            <WishlistLink />
            <AccountLink />
          </span>
          <CartButton />
        </div>
      </div>
      <div id="menu" popover="auto" className={sheetPopover}>
        <div className="sheet pb-8">
          <ClosePopover target="menu" label="Close menu">
            <span className="flex">
              <WishlistLink labeled />
              <AccountLink labeled />
            </span>
          </ClosePopover>
          <nav aria-label="Menu">
            <MenuAccordion items={listedItems(main)} />
          </nav>
        </div>
      </div>
      <div id="search-panel" popover="auto" className={sheetPopover}>
        <div className="sheet pb-6">
          <ClosePopover target="search-panel" label="Close search" />
          <SearchBox key={searched} id="panel-search" value={searched} focused />
        </div>
      </div>
    </header>
  );
}
