import { createWorkThread } from "../../work-thread.ts";
import type { MailPage } from "./mail-page.tsx";

/** The template library takes 50 MB and half a second to load: no request waits for it and idle memory has none of it. */
const thread = createWorkThread<MailPage, string>({
  file: new URL("./render-thread.ts", import.meta.url),
  limitMs: 30_000,
  maxMemoryMb: 192,
  maxWaiting: 1000,
  // React's other build loads slowly and says nothing that a mail could use.
  env: { NODE_ENV: "production" },
});

/** A mail's HTML. */
export function renderHtml(page: MailPage): Promise<string> {
  return thread.run(page);
}
