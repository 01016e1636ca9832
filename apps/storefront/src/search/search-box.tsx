import { classNames } from "@vetrina/ui/class-names";
import { Suspense, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { SearchIcon } from "../lib/icons.tsx";
import { whenNeeded } from "../lib/when-needed.ts";

const SearchSuggestions = whenNeeded(() => import("./search-suggestions.tsx"));

type SearchBoxProps = {
  id: string;
  /** The initial text of the field. */
  value?: string;
  /** Whether the field takes focus when the popover around it opens. */
  focused?: boolean;
  className?: string;
};

/**
 * A search form that opens /search?name=. It works without JavaScript. Suggestions are loaded when the field receives
 * focus.
 */
export function SearchBox({ id, value, focused, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    if (document.activeElement === input.current) setAwake(true);
  }, []);
  return (
    <search className={classNames("relative", className)}>
      <Form action="/search" method="get" className="flex items-center border-b border-current">
        <label htmlFor={id} className="sr-only">
          Search
        </label>
        <input
          ref={input}
          id={id}
          name="name"
          type="search"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          data-focus={focused ? "" : undefined}
          defaultValue={value}
          onFocus={() => setAwake(true)}
          className="search-input"
        />
        <button
          type="submit"
          aria-label="Search"
          className="flex size-target shrink-0 items-center justify-center"
        >
          <SearchIcon />
        </button>
      </Form>
      {awake ? (
        <Suspense fallback={null}>
          <SearchSuggestions input={input} />
        </Suspense>
      ) : null}
    </search>
  );
}
