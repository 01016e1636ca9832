import { createContext, use } from "react";

/** The parts of the store's theme in a page's head. */
export type PageTheme = {
  /** The color for the browser's own toolbars. */
  color: string;
  /** The URLs of the font files that the theme needs immediately. */
  faces: readonly string[];
  /** The CSS that overrides the tokens. Its hash is in the Content-Security-Policy. */
  rules: string;
};

/** The page's theme. It is set only while the server renders. */
export const ThemeContext = createContext<PageTheme | null>(null);

let sent: PageTheme | undefined;

/** Returns the page's theme. The browser reads it from the document's head, so that the loader data needn't repeat it. */
export function usePageTheme(): PageTheme {
  return use(ThemeContext) ?? (sent ??= themeOfHead(document.head));
}

function themeOfHead(head: HTMLHeadElement): PageTheme {
  const faces = head.querySelectorAll('link[rel="preload"][as="font"]');
  return {
    color: head.querySelector('meta[name="theme-color"]')?.getAttribute("content") ?? "",
    faces: [...faces].map((link) => link.getAttribute("href") ?? ""),
    rules: head.querySelector("style[data-theme]")?.textContent ?? "",
  };
}
