import { type BrowserContext, type Page, test as base } from "@playwright/test";
import { Client } from "pg";

/** What went wrong in the browser beside what the test looked at. */
type Fault = { kind: "console" | "page" | "request"; text: string };

export type Faults = {
  /** A fault that the test provokes; the reason is for whoever reads the test. */
  expect(pattern: RegExp, reason: string): void;
};

type Fixtures = { faults: Faults; database: Client };

/**
 * test("...", async ({ page, database, faults }) => ...): any console error, uncaught error, failed request, request to
 * another origin or breach of the security policy fails the test, in every page of its context.
 */
export const test = base.extend<Fixtures>({
  faults: [
    async ({ context, baseURL }, use) => {
      const seen: Fault[] = [];
      const expected: RegExp[] = [];
      await watch(context, new URL(baseURL ?? "http://localhost").origin, (fault) =>
        seen.push(fault),
      );
      await use({ expect: (pattern) => void expected.push(pattern) });
      const surprises = seen
        .map(({ kind, text }) => `${kind}: ${text}`)
        .filter((fault) => ![...expected, ...harmless].some((pattern) => pattern.test(fault)));
      if (surprises.length > 0) throw new Error(`The browser complained:\n${surprises.join("\n")}`);
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

/** Of the platform, for what only an owner does. */
export const administrator = { email: "admin@example.com", password: "a password for tests alone" };

/** For a test of what no width changes: it runs at one. */
export const oneWidth = { tag: "@one-width" };

/** Faults that are none: what the browser gives up because the page is left, or was asked to stop. */
const harmless = [/^request: .*net::ERR_ABORTED/];

async function watch(
  context: BrowserContext,
  origin: string,
  report: (fault: Fault) => void,
): Promise<void> {
  // Chromium writes breaches of the policy to the console only where the console is looked at; the event comes always.
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
  context.on("weberror", (error) => report({ kind: "page", text: String(error.error().stack) }));
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

/** Resolves when the page reacts to its controls, not only shows them: React marks each element that it has taken over. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.querySelector("main");
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps"));
  });
}

/** Resolves when nothing moves any more: colors and places are what they stay. */
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
