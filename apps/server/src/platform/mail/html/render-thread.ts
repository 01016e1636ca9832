import { parentPort } from "node:worker_threads";
import { render } from "react-email";
import { type MailPage, mailPage } from "./mail-page.ts";

export type RenderAsked = { id: number; page: MailPage };
export type RenderDone = { id: number; html: string } | { id: number; fault: string };

parentPort?.on("message", ({ id, page }: RenderAsked) => {
  render(mailPage(page)).then(
    (html) => answer({ id, html }),
    (error: unknown) => answer({ id, fault: String(error) }),
  );
});

function answer(done: RenderDone): void {
  parentPort?.postMessage(done, []);
}
