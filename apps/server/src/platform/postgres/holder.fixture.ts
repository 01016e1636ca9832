// A minimal server: starts PostgreSQL on the given folder and keeps it running. Prints one line of JSON with the result
// of startPostgres or its error. SIGTERM stops it, SIGUSR2 makes it crash.
import { StartupError } from "../startup-error.ts";
import { startPostgres } from "./start-postgres.ts";

const [dataDir = ""] = process.argv.slice(2);
try {
  const { adminUrl, firstStart, place, stop } = await startPostgres({
    dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.on("SIGTERM", () => void stop());
  process.on("SIGUSR2", () => {
    throw new Error("an uncaught error");
  });
  process.stdout.write(`${JSON.stringify({ adminUrl, firstStart, place })}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stdout.write(`${JSON.stringify({ refusal: error.message })}\n`);
}
