import { render } from "react-email";
import { serveJobs } from "../../work-thread.ts";
import { type MailPage, mailPage } from "./mail-page.ts";

serveJobs((page: MailPage) => render(mailPage(page)));
