import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { Client } from "pg";
import { prepareDatabase } from "../apps/server/src/platform/database/open-database.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/start-postgres.ts";
import { newFolder } from "./new-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    adminUrl: string;
  }
}

/** Known only to the tests. */
export const testSecret = Buffer.from("the secret of the tests, 32 bytes or more");
export const templateName = "vetrina_template";

/** One PostgreSQL for the run, with a migrated template from which each test's database is cloned. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newFolder("vetrina-test-");
  const fast = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=300",
    "autovacuum=off",
    "scram_iterations=1",
  ];
  const postgres = await startPostgres({
    dataDir,
    log: () => {},
    flags: fast.flatMap((setting) => ["-c", setting]),
  });
  const template = new URL(postgres.adminUrl);
  template.pathname = `/${templateName}`;
  await prepareDatabase(template, testSecret);
  const admin = new Client(postgres.adminUrl);
  await admin.connect();
  await admin.query(`alter database ${templateName} is_template true allow_connections false`);
  await admin.end();
  project.provide("adminUrl", postgres.adminUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
