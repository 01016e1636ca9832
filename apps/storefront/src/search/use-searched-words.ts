import { useLocation } from "react-router";

/** The search text in the URL of the search page; empty on every other page. */
export function useSearchedWords(): string {
  const { pathname, search } = useLocation();
  return pathname === "/search" ? (new URLSearchParams(search).get("name") ?? "") : "";
}
