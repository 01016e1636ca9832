import { useLocation } from "react-router";

/** The search text in the page's URL; empty on every other page. */
export function useSearchedWords(): string {
  const { pathname, search } = useLocation();
  return pathname === "/search" ? (new URLSearchParams(search).get("name") ?? "") : "";
}
