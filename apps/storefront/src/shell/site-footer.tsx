import { pathIn } from "@vetrina/commerce/shop-paths";
import { classNames } from "@vetrina/ui/class-names";
import { Link, useLocation } from "react-router";
import { nameOf } from "../lib/language.ts";
import { footerNavigation } from "./navigation.ts";
import type { MenuItem } from "../lib/store.ts";
import { useRootData } from "../lib/store.ts";
import { wordmarkSize } from "./wordmark-size.ts";
import { SocialLinks } from "./social-links.tsx";
import { UpIcon } from "../lib/icons.tsx";
import { MenuBranches, MenuLabel } from "./menu-items.tsx";
import { unpackMenu } from "./menus.ts";

/** The footer: the shop's links, the contact details, and the store's name in large type. */
export function SiteFooter() {
  const { store, menus } = useRootData();
  const { name, tagline, contact } = store;
  const builtIn = menus.footer.length > 0 ? [] : footerNavigation;
  return (
    <footer className="mt-24 border-t border-line">
      <div className="sheet footer-columns">
        {menus.footer.length > 0 ? <OwnersLinks items={unpackMenu(menus.footer)} /> : null}
        {builtIn.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-small font-semibold">{title}</h2>
            <ul className="mt-2">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="flex min-h-target items-center text-small underline-offset-4 hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="footer-contact">
          {tagline ? <p>{tagline}</p> : null}
          <address className="text-graphite not-italic">
            {contact.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            <a
              href={`mailto:${contact.email}`}
              className="text-link flex min-h-target w-fit items-center text-ink"
            >
              {contact.email}
            </a>
          </address>
          <SocialLinks />
          <Languages />
        </div>
      </div>
      <div aria-hidden="true" className="overflow-clip border-t border-line">
        <p className={classNames("display sheet wordmark", wordmarkSize(name))}>{name}</p>
      </div>
      <a href="#top" data-to-top="" aria-label="Back to top" className="to-top">
        <UpIcon />
      </a>
    </footer>
  );
}

/**
 * The owner's menu, which replaces the default links: a column for each item with children, and one column for the
 * others.
 */
function OwnersLinks({ items }: { items: readonly MenuItem[] }) {
  const single = items.filter(({ children }) => children.length === 0);
  return (
    <nav
      aria-label="Footer"
      className="col-span-2 grid grid-cols-subgrid gap-y-12 text-small sm:col-span-3"
    >
      {items
        .filter(({ children }) => children.length > 0)
        .map(({ id, label, href, children }) => (
          <div key={id} className="min-w-0">
            <h2 className="font-semibold">
              <MenuLabel label={label} href={href} />
            </h2>
            <MenuBranches items={children} />
          </div>
        ))}
      {single.length > 0 ? <MenuBranches items={single} className="min-w-0" /> : null}
    </nav>
  );
}

/** Links to other languages leave out a query that is longer than this, because each link would repeat it. */
const maxQueryLength = 600;

/**
 * Links to the same page in each of the store's languages. They work without JavaScript, and are relative so that they
 * don't repeat the path.
 */
function Languages() {
  const { languages, translation } = useRootData();
  const { search } = useLocation();
  const query = search.length > maxQueryLength ? "" : search;
  if (languages.length < 2) return null;
  return (
    <nav aria-label="Language" className="mt-4">
      <ul className="flex flex-wrap gap-x-4">
        {languages.map((code, i) => {
          const isShown = i === 0 ? translation === null : translation === code;
          return (
            <li key={code}>
              <a
                href={pathIn(query, code)}
                lang={code.toLowerCase()}
                hrefLang={code.toLowerCase()}
                aria-current={isShown || undefined}
                className="flex min-h-target min-w-target items-center underline-offset-4 hover:underline aria-[current]:font-semibold"
              >
                {nameOf(code)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
