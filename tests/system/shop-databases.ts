import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { prepareDatabase } from "../../apps/server/src/platform/database/open-database.ts";
import { testSecret } from "../database-server.ts";

/** Names that are free for the next database. For each name, there is a template whose roles are named after it. */
const free: string[] = [];

export type ShopDatabase = { url: string; release(): Promise<void> };

/**
 * Creates a database with the schema but no rows on the tests' PostgreSQL. It is cloned from a template, which takes
 * less time than running all migrations.
 */
export async function takeShopDatabase(): Promise<ShopDatabase> {
  const name = free.pop() ?? (await makeTemplate());
  await create(name, ` template ${templateOf(name)} strategy file_copy`);
  return {
    url: urlOf(name).href,
    async release() {
      await drop(name);
      free.push(name);
    },
  };
}

/** Creates a database without a schema, for tests of the first start of a server. */
export async function takeEmptyDatabase(): Promise<ShopDatabase> {
  const name = newName();
  await create(name);
  return { url: urlOf(name).href, release: () => drop(name) };
}

async function makeTemplate(): Promise<string> {
  const name = newName();
  await prepareDatabase(urlOf(name), testSecret);
  await asAdmin(`alter database ${name} rename to ${templateOf(name)}`);
  return name;
}

const newName = () => `s_${randomUUID().replaceAll("-", "")}`;
const templateOf = (name: string) => `${name}_template`;

function urlOf(name: string): URL {
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${name}`;
  return url;
}

async function create(name: string, options = ""): Promise<void> {
  await asAdmin(`create database ${name}${options}`);
  // Servers in these databases plan statements as on their own PostgreSQL, unlike the other tests (database-server.ts).
  await asAdmin(`alter database ${name} set plan_cache_mode = auto`);
}

async function drop(name: string): Promise<void> {
  await asAdmin(`drop database if exists ${name} with (force)`);
}

async function asAdmin(statement: string): Promise<void> {
  const client = new Client(inject("adminUrl"));
  await client.connect();
  await client.query(statement);
  await client.end();
}
