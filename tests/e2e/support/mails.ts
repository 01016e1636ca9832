import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";

/** Finds a pattern in the newest email that contains both these words and the pattern. Waits until there is one. */
export async function foundInMail(words: string, pattern: RegExp): Promise<string> {
  let found = "";
  await expect(async () => {
    const folder = process.env["E2E_MAIL_DIR"] ?? "";
    const names = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
    for (const name of names.toSorted()) {
      const text = await readFile(path.join(folder, name), "utf8");
      if (text.includes(words)) found = pattern.exec(text)?.[0] ?? found;
    }
    expect(found).not.toBe("");
  }).toPass({ timeout: 60_000 });
  return found;
}
