import { type BrowserContext, type Page, test as base } from "@playwright/test";
import { Client } from "pg";

/** An unexpected problem in the browser. */
type BrowserError = { kind: "console" | "page" | "request"; text: string };

export type BrowserErrors = {
  /** Ignores a problem that the test causes on purpose. The reason is for readers of the test. */
  expect(pattern: RegExp, reason: string): void;
};

type Fixtures = { browserErrors: BrowserErrors; database: Client };

/**
 * Use test("...", async ({ page, database, browserErrors }) => ...). The test fails if any page of its browser context
 * has an unexpected console error, an uncaught error, a failed request, a request to another origin, or a violation of
 * the Content-Security-Policy.
 */
export const test = base.extend<Fixtures>({
  browserErrors: [
    async ({ context, baseURL }, use) => {
      const seen: BrowserError[] = [];
      const expected: RegExp[] = [];
      await watch(context, new URL(baseURL ?? "http://localhost").origin, (error) =>
        seen.push(error),
      );
      await use({ expect: (pattern) => void expected.push(pattern) });
      const surprises = seen
        .map(({ kind, text }) => `${kind}: ${text}`)
        .filter((error) => ![...expected, ...harmless].some((pattern) => pattern.test(error)));
      if (surprises.length > 0)
        throw new Error(`Unexpected problems in the browser: ${surprises.join("\n")}`);
    },
    { auto: true },
  ],
  database: async ({ baseURL: _ours }, use) => {
    const client = new Client(process.env["E2E_DATABASE_URL"]);
    await client.connect();
    await use(client);
    await client.end();
  },
});

export { expect } from "@playwright/test";

/** A platform administrator, for calls that only owners can make. */
export const administrator = { email: "admin@example.com", password: "a password for tests alone" };

/** For a test that doesn't depend on the width, so that it runs at only one. */
export const oneWidth = { tag: "@one-width" };

/** For a test of a rare case, or one that takes long. It runs only with npm test -- --all, or if it is named. */
export const slow = { tag: "@slow" };
export const slowOneWidth = { tag: [oneWidth.tag, slow.tag] };

/** Problems to ignore: requests that are canceled because the browser leaves the page or stops loading it. */
const harmless = [/^request: .*net::ERR_ABORTED/];

async function watch(
  context: BrowserContext,
  origin: string,
  report: (error: BrowserError) => void,
): Promise<void> {
  // Chromium logs violations only while the console is observed, but it always fires this event.
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`security policy: ${event.effectiveDirective} refused ${event.blockedURI}`);
    });
  });
  const isOurs = (url: string) => new URL(url).origin === origin;
  context.on("console", (message) => {
    const { url } = message.location();
    if (message.type() === "error") report({ kind: "console", text: `${message.text()} (${url})` });
  });
  context.on("weberror", (error) => {
    const { name, message, stack } = error.error();
    report({ kind: "page", text: stack || `${name}: ${message}` });
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    report({ kind: "request", text: `${request.method()} ${request.url()} ${reason}` });
  });
  context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !isOurs(request.url()))
      report({ kind: "request", text: `${request.url()} is another origin` });
  });
  context.on("response", (response) => {
    if (response.status() >= 400 && isOurs(response.url()))
      report({
        kind: "request",
        text: `${response.request().method()} ${response.url()} ${response.status()}`,
      });
  });
}

/**
 * Resolves once the page is hydrated: all of it, or only the parts that are hydrated first. React marks each hydrated
 * element.
 */
export async function untilHydrated(page: Page, parts: "all" | "first" = "all"): Promise<void> {
  await page.waitForFunction((onlyFirst) => {
    const main = document.querySelector("main");
    const later = onlyFirst ? [] : document.querySelectorAll("#filters, [data-waiting]");
    return (
      main !== null &&
      [main, ...later].every((element) =>
        Object.keys(element).some((key) => key.startsWith("__reactProps")),
      )
    );
  }, parts === "first");
}

/** Resolves once all animations except endless ones have ended, so that colors and positions are final. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== "running" || effect?.getTiming().iterations === Infinity,
      ),
  );
}
