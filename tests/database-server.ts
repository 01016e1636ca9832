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

/** The server's secret key in the tests. */
export const testSecret = Buffer.from("the secret of the tests, 32 bytes or more");
export const templateName = "vetrina_template";

/** Starts one PostgreSQL for the whole run, with a migrated template from which the tests' databases are cloned. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newFolder("vetrina-test-");
  const fast = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    // Each server that a test starts keeps some 40 connections open.
    "max_connections=600",
    "autovacuum=off",
    "scram_iterations=1",
    // Each connection plans a prepared statement once instead of six times or more. Tests of query plans and separate
    // servers plan as usual.
    "plan_cache_mode=force_generic_plan",
  ];
  const postgres = await startPostgres({
    dataDir,
    log: () => {},
    flags: fast.flatMap((setting) => ["-c", setting]),
  });
  const template = new URL(postgres.adminUrl);
  template.pathname = `/${templateName}`;
  await prepareDatabase(template, testSecret);
  await noteSchemaChanges(template);
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

/** Adds a trigger that records schema changes in a table. A database with a record is not given to another test. */
async function noteSchemaChanges(template: URL): Promise<void> {
  const admin = new Client(template.href);
  await admin.connect();
  await admin.query(`
    create schema tests;
    create table tests.schema_changes (command text);
    create function tests.note_schema_change() returns event_trigger security definer language plpgsql
      as $$ begin insert into tests.schema_changes values (tg_tag); end $$;
    create event trigger note_schema_change on ddl_command_end execute function tests.note_schema_change()`);
  await admin.end();
}
