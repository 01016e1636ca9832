/**
 * The undocumented parts of React Router and React that the server relies on to render a page as a string instead of a
 * stream, to send loader data as plain data, and to load text and styles before modules. The test next to this file
 * fails if an upgrade changes one of them. Those that the browser uses are in pass-plain-data.ts.
 */
import type { EntryContext } from "react-router";

/** The nonce attribute as React Router and React write it. The nonce is random, so no text of a page contains it. */
export function nonceAttribute(nonce: string): string {
  return ` nonce="${nonce}"`;
}

/** The start of a preload tag as React Router writes it, up to the file's URL. */
export const preloadStart = '<link rel="modulepreload" href="';

/** The opening tag of the script that starts the page's modules. */
export function moduleScriptTag(nonce: string): string {
  return `<script${nonceAttribute(nonce)} type="module" async="">`;
}

/** The marker that React leaves in a string where part of the page waits for code or data. */
export const unfinishedMarker = "<!--$!-->";

/** The attribute of links whose routes the router looks up when they come into view. */
export const discoverMark = ' data-discover="true"';

/**
 * A copy of the router's context for rendering the page without loader data, and without settings that are false,
 * because the router treats missing ones the same way. After rendering, `hasScripts` says whether the page loads
 * scripts.
 */
export function withoutData(context: EntryContext): {
  context: EntryContext;
  hasScripts: () => boolean;
} {
  const { serverHandoffStream: _, ...rest } = context;
  const renderMeta: EntryContext["renderMeta"] = {};
  const serverHandoffString = withoutFalse(rest.serverHandoffString ?? "{}");
  return {
    context: { ...rest, serverHandoffString, renderMeta },
    hasScripts: () => renderMeta.didRenderScripts === true,
  };
}

function withoutFalse(settings: string): string {
  return JSON.stringify(JSON.parse(settings, unlessFalse));
}

function unlessFalse(_key: string, value: unknown): unknown {
  return value === false ? undefined : value;
}
