import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileMailer } from "../mail/file-mailer.ts";
import { createFiles } from "./create-files.ts";
import { closeAll, closeToOthers } from "./private-files.ts";

const isRoot = process.getuid?.() === 0;
const mail = {
  id: "order-1",
  to: "ada@example.com",
  from: { name: "Sorvela", address: "hello@sorvela.example" },
  subject: "Your order",
  html: "<p>Thank you</p>",
  text: "Thank you",
};
let dataDir: string;
let umask: number;

beforeEach(async () => {
  umask = process.umask(0);
  dataDir = await mkdtemp(path.join(tmpdir(), "vetrina-private-"));
});
afterEach(async () => {
  process.umask(umask);
  await rm(dataDir, { recursive: true });
});

describe("readable by our own account only, whatever the umask", () => {
  test("uploads, review photos, exports, emails and their folders", async () => {
    const files = createFiles({ dataDir, s3: null });
    await files.write("up/a/master.webp", Buffer.from("picture"), "image/webp");
    await files.write("reviews/b/master.webp", Buffer.from("photo"), "image/webp");
    await files.write("private/jobs/c/1", Buffer.from("export"), "text/csv");
    await createFileMailer(dataDir, pino({ level: "silent" })).send(
      mail,
      AbortSignal.timeout(5000),
    );
    const modes = await modesBelow(dataDir);
    expect(Object.values(modes)).toHaveLength(15);
    expect(openOnes(modes)).toEqual({});
    expect(Buffer.from((await files.read("private/jobs/c/1")) ?? []).toString()).toBe("export");
  });

  test("a folder that an earlier version left open, with all its contents", async () => {
    const outside = path.join(dataDir, "outside");
    await writeFile(outside, "", { mode: 0o644 });
    const media = path.join(dataDir, "media");
    await mkdir(path.join(media, "reviews/b"), { recursive: true, mode: 0o755 });
    await writeFile(path.join(media, "reviews/b/master.webp"), "", { mode: 0o644 });
    await symlink(outside, path.join(media, "link"));
    await closeToOthers(media);
    expect(openOnes(await modesBelow(media))).toEqual({});
    expect((await stat(media)).mode & 0o777).toBe(0o700);
    expect((await stat(outside)).mode & 0o777).toBe(0o644);
  });

  test("files copied into a folder that is already closed", async () => {
    await mkdir(path.join(dataDir, "up"), { mode: 0o755 });
    await writeFile(path.join(dataDir, "up/x.avif"), "", { mode: 0o644 });
    await chmod(dataDir, 0o700);
    await closeAll(dataDir);
    expect(openOnes(await modesBelow(dataDir))).toEqual({});
  });
});

// Only root may mount a file system, and not in every container.
describe.runIf(isRoot)("on a full disk", () => {
  afterEach(() => spawnSync("umount", [dataDir]));

  test("no partial file or email remains, and existing ones are intact", async (context) => {
    if (!isMounted()) context.skip("this system does not let root mount a tmpfs");
    const files = createFiles({ dataDir, s3: null });
    await files.write("private/a/1", Buffer.alloc(40_000, 1), "");
    const large = Buffer.alloc(200_000, 2);
    for (const key of ["private/a/1", "private/a/2", "up/b/master.webp"])
      await expect(files.write(key, large, "")).rejects.toMatchObject({ code: "ENOSPC" });
    const mailer = createFileMailer(dataDir, pino({ level: "silent" }));
    const long = { ...mail, html: "x".repeat(90_000), text: "" };
    await expect(mailer.send(long, AbortSignal.timeout(5000))).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect(await filesBelow(dataDir)).toEqual(["private/a/1"]);
    expect(new Set(await files.read("private/a/1"))).toEqual(new Set([1]));
  });
});

function isMounted(): boolean {
  const size = ["-o", "size=128k"];
  return spawnSync("mount", ["-t", "tmpfs", ...size, "vetrina-test", dataDir]).status === 0;
}

async function modesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const shown = entries.filter((entry) => !entry.isSymbolicLink());
  const pairs = shown.map(async (entry): Promise<[string, string]> => {
    const full = path.join(entry.parentPath, entry.name);
    const kind = entry.isDirectory() ? "folder" : "file";
    const mode = ((await stat(full)).mode & 0o777).toString(8);
    return [path.relative(folder, full), `${kind} ${mode}`];
  });
  return Object.fromEntries(await Promise.all(pairs));
}

function openOnes(modes: Record<string, string>): Record<string, string> {
  const closed = new Set(["folder 700", "file 600"]);
  return Object.fromEntries(Object.entries(modes).filter(([, mode]) => !closed.has(mode)));
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
