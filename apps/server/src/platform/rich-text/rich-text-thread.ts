import { sanitizeRichText } from "./rich-text.ts";
import { serveJobs } from "../work-thread.ts";

serveJobs(async (html: string) => sanitizeRichText(html));
