// A server in small: starts PostgreSQL on the folder given and holds it. Says one line of JSON:
// what startPostgres gave, or how it refused. SIGTERM stops it, SIGUSR2 makes it crash.
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
