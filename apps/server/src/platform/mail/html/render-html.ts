import { createWorkThread } from "../../work-thread.ts";
import type { MailPage } from "./mail-page.tsx";

/**
 * Loading the template takes 20 MB and a fifth of a second. It is loaded in a thread, so that requests do not wait for
 * it and an idle server does not keep it in memory.
 */
const thread = createWorkThread<MailPage, string>({
  file: new URL("./render-thread.ts", import.meta.url),
  limitMs: 30_000,
  maxMemoryMb: 192,
  maxWaiting: 1000,
  // React's development build loads slowly, and its warnings are not useful here.
  env: { NODE_ENV: "production" },
});

/** Renders an email's HTML in a worker thread. */
export function renderHtml(page: MailPage): Promise<string> {
  return thread.run(page);
}
