import { sanitizeRichText } from "./rich-text.ts";
import { serveJobs } from "../work-thread.ts";

serveJobs(async (texts: readonly string[]) => texts.map((html) => sanitizeRichText(html)));
