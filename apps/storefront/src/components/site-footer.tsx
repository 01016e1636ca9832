import { Link, useLocation } from "react-router";
import { nameOf, pathIn } from "../lib/language.ts";
import { footerNavigation } from "../lib/navigation.ts";
import { useRootData, useStore } from "../lib/store.ts";
import { UpIcon } from "./icons.tsx";

/** Every page's end: all links of the shop, how to reach the store, and its name at poster size. */
export function SiteFooter() {
  const { name, tagline, contact } = useStore();
  return (
    <footer className="mt-24 border-t border-line">
      <div className="sheet grid grid-cols-2 gap-x-8 gap-y-12 pt-16 pb-12 sm:grid-cols-3 lg:grid-cols-[repeat(3,1fr)_1.5fr]">
        {footerNavigation.map(({ title, links }) => (
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
        <div className="col-span-2 text-small sm:col-span-3 lg:col-span-1">
          <p className="max-w-[30ch] text-lead">{tagline}</p>
          <address className="mt-4 text-graphite not-italic">
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
          <Languages />
        </div>
      </div>
      <div aria-hidden="true" className="overflow-clip border-t border-line">
        <p className="display sheet -mb-[0.16em] pt-[0.08em] text-[clamp(6rem,31vw,29rem)] leading-[0.86] text-ink">
          {name}
        </p>
      </div>
      <a
        href="#top"
        data-to-top=""
        aria-label="Back to top"
        className="invisible fixed inset-e-4 bottom-4 in-[:root:has([data-buy-bar])]:bottom-24 z-30 flex size-field items-center justify-center border border-ink bg-paper opacity-0 in-data-far:visible in-data-far:opacity-100 transition-opacity duration-(--dur-2) hover:bg-ink hover:text-paper"
      >
        <UpIcon />
      </a>
    </footer>
  );
}

/** The same page in the store's other languages: addresses, so that they need no script; the choice stays. */
function Languages() {
  const { languages, translation } = useRootData();
  const { pathname, search } = useLocation();
  if (languages.length < 2) return null;
  return (
    <nav aria-label="Language" className="mt-4">
      <ul className="flex flex-wrap gap-x-4">
        {languages.map((code, i) => {
          const isShown = i === 0 ? translation === null : translation === code;
          return (
            <li key={code}>
              <a
                href={pathIn(`${pathname}${search}`, code)}
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
