import { render } from "react-email";
import { serveJobs } from "../../work-thread.ts";
import { loadJsx } from "./load-jsx.ts";
import type { MailPage } from "./mail-page.tsx";

loadJsx();
const { mailPage } = await import("./mail-page.tsx");

serveJobs((page: MailPage) => render(mailPage(page)));
