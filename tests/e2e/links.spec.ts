import type { APIRequestContext } from "@playwright/test";
import { addresses } from "../screens/addresses.ts";
import { expect, test } from "./support/fixtures.ts";

/** `html` is null if the response isn't a page, such as an image. */
type Fetched = { status: number; html: string | null };

// The pages are the same at every width, so each project checks only one of the stores.
test("every link leads to a page, and every page has one heading and unique ids", async ({
  request,
  baseURL,
  isMobile,
}) => {
  const host = isMobile ? "tordo.localhost" : "sorvela.localhost";
  const pages = new Map<string, Promise<Fetched>>();
  const get = (path: string) => {
    const known = pages.get(path);
    if (known !== undefined) return known;
    const fetched = fetchPage(request, baseURL ?? "", host, path);
    pages.set(path, fetched);
    return fetched;
  };
  const problems: string[] = [];
  let wave = addresses.map((path) => ({ path, from: "the list of addresses" }));
  const seen = new Set(addresses);
  while (wave.length > 0) {
    const found = await inTurns(wave, 8, async ({ path, from }) => {
      const { status, html } = await get(path);
      if (status !== 200) problems.push(`${from} links to ${path}: ${status}`);
      if (html === null) return [];
      problems.push(...errorsOf(html).map((problem) => `${path}: ${problem}`));
      const links = linksOf(html);
      const broken = await missingTargets(links, path, get);
      problems.push(...broken);
      return links
        .filter((link) => link.path !== "")
        .map((link) => ({ path: new URL(link.path, `http://shop${path}`), from: path }))
        .map(({ path: url, from }) => ({ path: url.pathname + url.search, from }));
    });
    wave = found.flat().filter(({ path }) => !seen.has(path) && seen.add(path));
  }
  expect(problems).toEqual([]);
  expect(pages.size).toBeGreaterThan(addresses.length);
});

async function fetchPage(
  request: APIRequestContext,
  baseURL: string,
  host: string,
  path: string,
): Promise<Fetched> {
  const { port } = new URL(baseURL);
  // Redirects are followed here, because Playwright would send the next request to the redirect URL's own host.
  const answer = await request.get(baseURL + path, {
    headers: { host: `${host}:${port}` },
    maxRedirects: 0,
  });
  const location = answer.headers()["location"];
  if (location !== undefined) {
    const { pathname, search } = new URL(location, baseURL + path);
    return fetchPage(request, baseURL, host, pathname + search);
  }
  const isPage = answer.headers()["content-type"]?.startsWith("text/html") === true;
  return { status: answer.status(), html: isPage ? await answer.text() : null };
}

/** The errors within a page. */
function errorsOf(html: string): string[] {
  const body = withoutScripts(html);
  const ids = matches(body, /\sid="([^"]+)"/g);
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const headings = matches(body, /<(h1)[\s>]/g).length;
  return [
    ...[...twice].map((id) => `the id ${id} is used twice`),
    ...(headings === 1 ? [] : [`${headings} level-1 headings`]),
    ...(/<title>[^<]+<\/title>/.test(html) ? [] : ["no title"]),
    ...matches(body, /<a(?=[\s>])(?![^>]*\shref=)([^>]*)>/g).map(
      (link) => `a link without an href:${link}`,
    ),
  ];
}

/** The links whose fragment names no element of the target page. */
async function missingTargets(
  links: readonly Link[],
  from: string,
  get: (path: string) => Promise<Fetched>,
): Promise<string[]> {
  const named = links.filter(({ hash }) => hash !== "" && hash !== "top");
  const broken = await Promise.all(
    named.map(async ({ path, hash }) => {
      const { html } = await get(path === "" ? from : path);
      return html?.includes(`id="${hash}"`)
        ? []
        : [`${from}: no element of ${path} has the id ${hash}`];
    }),
  );
  return broken.flat();
}

type Link = { path: string; hash: string };

/** The page's links within the shop. URLs that differ in their query are different pages. */
function linksOf(html: string): Link[] {
  const hrefs = matches(withoutScripts(html), /<a\s[^>]*?href="([^"]*)"/g).map(unescaped);
  return hrefs
    .filter((href) => /^[/?#]/.test(href) && !href.startsWith("//"))
    .map((href) => {
      const [path = "", hash = ""] = href.split("#");
      return { path, hash };
    })
    .filter(({ path, hash }) => path !== "" || hash !== "");
}

function withoutScripts(html: string): string {
  return html.replaceAll(/<(script|style|noscript)[\s\S]*?<\/\1>/g, "");
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = ""]) => group);
}

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
}

/** Processes the list with limited concurrency. */
async function inTurns<T, R>(
  list: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const waiting = [...list];
  const done: R[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      done.push(await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done;
}
