import { useLocation } from "react-router";

/** What the page's address searches for; empty on every other page. */
export function useSearchedWords(): string {
  const { pathname, search } = useLocation();
  return pathname === "/search" ? (new URLSearchParams(search).get("name") ?? "") : "";
}
