import { Form } from "react-router";
import { SearchIcon } from "./icons.tsx";

/** A form to /search?name=; it works before and without JavaScript. */
export function SearchBox({ id, className }: { id: string; className?: string }) {
  return (
    <search className={className}>
      <Form action="/search" method="get" className="flex items-center border-b border-current">
        <label htmlFor={id} className="sr-only">
          Search
        </label>
        <input
          id={id}
          name="name"
          type="search"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          className="min-h-target w-full min-w-0 bg-transparent text-body placeholder:text-current lg:text-small [&::-webkit-search-cancel-button]:hidden"
        />
        <button
          type="submit"
          aria-label="Search"
          className="flex size-target shrink-0 items-center justify-center"
        >
          <SearchIcon />
        </button>
      </Form>
    </search>
  );
}
