// @module-tag slow

import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe } from "vitest";
import { findItem, purchase } from "./shopper.ts";
import { test } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

describe("the data folder", () => {
  test("is readable only by the server's account, whatever the umask and an earlier version's permissions", async ({
    shops,
    expect,
  }) => {
    const umask = process.umask(0);
    const dataDir = await shops.dataDir();
    for (const folder of ["private/jobs/a", "media/reviews/b", "mail"])
      await mkdir(path.join(dataDir, folder), { recursive: true });
    for (const file of ["private/jobs/a/1", "media/reviews/b/master.webp", "mail/a.eml"])
      await writeFile(path.join(dataDir, file), "of an earlier version");
    const shop = await shops.start({ dataDir }).finally(() => process.umask(umask));
    await purchase(await findItem(shop), "private").finish(shop);
    await waitUntil(
      "a mail is written",
      async () => (await readdir(path.join(dataDir, "mail"))).length >= 4,
    );
    // If the tests run as root, PostgreSQL runs as another account, which must be able to reach its own folder inside
    // this one.
    const isRoot = process.getuid?.() === 0;
    expect(await modeOf(dataDir)).toBe(isRoot ? 0o711 : 0o700);
    const open: string[] = [];
    for (const entry of await entriesOf(dataDir)) {
      const mode = await modeOf(path.join(dataDir, entry));
      if ((mode & 0o077) !== 0) open.push(`${entry} ${mode.toString(8)}`);
    }
    expect(open).toEqual([]);
  });
});

/** All entries of the data folder, except those inside PostgreSQL's own folder, which change while it runs. */
async function entriesOf(dataDir: string): Promise<string[]> {
  const tops = await readdir(dataDir, { withFileTypes: true });
  const inFolders = await Promise.all(
    tops
      .filter((top) => top.isDirectory() && top.name !== "postgres")
      .map(async ({ name }) => {
        const inside = await readdir(path.join(dataDir, name), { recursive: true });
        return inside.map((entry) => path.join(name, entry));
      }),
  );
  return [...tops.map((top) => top.name), ...inFolders.flat()];
}

/**
 * The permissions of an entry; 0 if it no longer exists, as happens to the temporary file of an email being written.
 */
async function modeOf(entry: string): Promise<number> {
  const facts = await stat(entry).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return { mode: 0 };
    throw error;
  });
  return facts.mode & 0o777;
}
