import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";

/** Returns the text that matches the pattern in the newest email with these words. Waits until there is a match. */
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
