// Uses a custom list, because a datalist can't contain images.
import { collectionPath, productPath } from "@vetrina/commerce/shop-paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ProductCard } from "@vetrina/contract/catalogue/products";
import type { Suggestions as Found } from "@vetrina/contract/catalogue/search";
import { classNames } from "@vetrina/ui/class-names";
import { type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "../lib/api.ts";
import { useMoney } from "../lib/money.ts";
import { Picture } from "../lib/pictures/picture.tsx";
import { QueryScope } from "../lib/query.tsx";
import { type Shop, useStore } from "../lib/store.ts";
import { leastLetters, markMatches, suggestDelayMs } from "./suggestion-rules.ts";
import { useCombobox } from "./use-combobox.ts";
import { useRecentQueries } from "./use-recent-queries.ts";

type Suggestion = { key: string; to: string; body: ReactNode };
type Section = { title: string; suggestions: Suggestion[] };

const max = { words: 3, products: 5, collections: 3 };

/** Suggestions for a search field: recent queries before typing, then searches, products and collections. */
export default function SearchSuggestions({
  input,
}: {
  input: RefObject<HTMLInputElement | null>;
}) {
  return (
    <QueryScope>
      <Suggestions input={input} />
    </QueryScope>
  );
}

function Suggestions({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const navigate = useNavigate();
  const store = useStore();
  const recent = useRecentQueries(input, store.slug);
  const [text, setText] = useState(input.current?.value ?? "");
  const query = text.trim();
  const delayed = useDelayed(query, suggestDelayMs);
  const found = useSuggested(store, delayed);
  const sections = sectionsOf(query, found, recent, store);
  const suggestions = sections.flatMap((section) => section.suggestions);
  const { open, active, pick } = useCombobox({
    input,
    listId: id,
    count: suggestions.length,
    onType: setText,
    onPick: (index) => {
      const to = suggestions[index]?.to;
      if (to) void navigate(to);
    },
  });

  return (
    <>
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label="Suggestions"
        hidden={!open || suggestions.length === 0}
        className="absolute inset-e-0 top-full z-50 max-h-[70dvh] w-full overflow-y-auto sm:min-w-80 in-[[popover]]:static border border-line bg-paper p-2 text-ink"
      >
        {sections.map((section) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          <div key={section.title} role="group" aria-label={section.title} className="pb-2">
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-note text-graphite">
              {section.title}
            </p>
            {section.suggestions.map(({ key, body }) => {
              const index = suggestions.findIndex((one) => one.key === key);
              return (
                // Focus stays in the field, where useCombobox handles the keys.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={key}
                  id={`${id}-${index}`}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                  role="option"
                  aria-selected={index === active}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => pick(index)}
                  className={classNames(
                    "flex min-h-target cursor-pointer items-center gap-3 px-2 py-1 text-small hover:bg-tissue",
                    index === active && "bg-tissue",
                  )}
                >
                  {body}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <output className="sr-only">
        {open && delayed.length >= leastLetters && found
          ? `${suggestions.length} suggestion${suggestions.length === 1 ? "" : "s"}`
          : null}
      </output>
    </>
  );
}

function useSuggested(store: Shop, delayed: string): Found | undefined {
  const { data } = useQuery({
    queryKey: ["suggestions", store.id, delayed],
    queryFn: async ({ signal }) =>
      (await browserApi()).search.listSuggestions(
        { storeId: store.id, query: delayed.slice(0, 200), limit: max.products },
        { signal },
      ),
    enabled: delayed.length >= leastLetters,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return delayed.length >= leastLetters ? data : undefined;
}

function sectionsOf(
  query: string,
  found: Found | undefined,
  recent: readonly string[],
  store: Shop,
): Section[] {
  if (query.length < leastLetters)
    return listed([
      {
        title: "Recent",
        suggestions: recent.map((name) => ({ key: `q:${name}`, to: search(name), body: name })),
      },
    ]);
  if (!found) return [];
  return listed([
    {
      title: "Searches",
      suggestions: found.words.slice(0, max.words).map((words) => ({
        key: `q:${words}`,
        to: search(words),
        body: (
          <span className="min-w-0 grow">
            <Marked text={words} query={query} />
          </span>
        ),
      })),
    },
    {
      title: "Products",
      suggestions: found.products.map((item) => ({
        key: item.id,
        to: productPath(item.link),
        body: <ProductSuggestion item={item} query={query} store={store} />,
      })),
    },
    {
      title: "Collections",
      suggestions: found.collections.slice(0, max.collections).map(({ id, link, name }) => ({
        key: id,
        to: collectionPath(link),
        body: (
          <span className="min-w-0 grow">
            <Marked text={name} query={query} />
          </span>
        ),
      })),
    },
    {
      title: "Search",
      suggestions: [{ key: "all", to: search(query), body: `All results for “${query}”` }],
    },
  ]);
}

function ProductSuggestion({ item, query }: { item: ProductCard; query: string; store: Shop }) {
  const money = useMoney();
  const [image] = item.images;
  return (
    <>
      <span className="block aspect-4/5 w-11 shrink-0 overflow-clip bg-tissue">
        <Picture image={image} sizes="2.75rem" alt="" className="size-full object-cover" />
      </span>
      <span className="min-w-0 grow">
        <Marked text={item.name} query={query} />
      </span>
      <span className="shrink-0 text-graphite digits">{money(item.price)}</span>
    </>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  // The key is the index, because parts have no other identity.
  return markMatches(text, query).map((part, index) =>
    part.marked ? (
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className="bg-transparent font-semibold text-ink">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

function search(name: string): string {
  return `/search?name=${encodeURIComponent(name)}`;
}

function listed(sections: Section[]): Section[] {
  return sections.filter(({ suggestions }) => suggestions.length > 0);
}

/** The latest value that has stayed the same for this many milliseconds. */
function useDelayed(value: string, delayMs: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}
