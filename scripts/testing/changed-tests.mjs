// Chooses the tests of a change, for npm test -- --changed.
import { execFileSync } from "node:child_process";

/**
 * Lists the files that differ from `ref`, and those that git doesn't track yet. Without `ref`, compares with the last
 * commit or, if nothing has changed since, with the commit before it.
 * @param {string} root @param {string | null} ref
 */
export function changedFiles(root, ref) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  const since = (/** @type {string} */ base) => [
    ...git("diff", "--name-only", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  if (ref !== null) return { ref, files: since(ref) };
  const files = since("HEAD");
  return files.length > 0 ? { ref: "HEAD", files } : { ref: "HEAD~1", files: since("HEAD~1") };
}

/**
 * Returns the tests to run: `browser` has the changed browser tests; `server` has path parts of the changed system
 * tests and of the tests near changed server files. A changed SQL file selects the tests near the server files that use
 * it, as listed by `filesWith(name)`.
 * @param {readonly string[]} files @param {(name: string) => readonly string[]} filesWith
 */
export function testsOf(files, filesWith) {
  /** @type {Set<string>} */
  const server = new Set();
  /** @type {Set<string>} */
  const browser = new Set();
  for (const file of files) {
    if (/^tests\/e2e\/.*\.spec\.ts$/.test(file)) browser.add(file);
    else if (/^tests\/system\/.*\.test\.ts$/.test(file)) server.add(file);
    else if (/^apps\/server\/src\/.+\.ts$/.test(file)) server.add(folderOf(file));
    const [, name] = /^apps\/server\/database\/.*\/([^/]+)\.sql$/.exec(file) ?? [];
    if (name !== undefined) for (const user of filesWith(name)) server.add(folderOf(user));
  }
  return { server: [...server].toSorted(), browser: [...browser].toSorted() };
}

/**
 * The file's folder with a final slash, which selects all tests in and below the folder. For a file directly in
 * apps/server/src, the path without its extension, because that folder would select every test.
 * @param {string} file
 */
function folderOf(file) {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return folder === "apps/server/src/" ? file.replace(/(?:\.test)?\.ts$/, "") : folder;
}

/**
 * The server's files that contain a text.
 * @param {string} root @param {string} text
 */
export function serverFilesWith(root, text) {
  try {
    const found = execFileSync("git", ["grep", "-lF", text, "--", "apps/server/src/*.ts"], {
      cwd: root,
      encoding: "utf8",
    });
    return found.split("\n").filter(Boolean);
  } catch {
    // git grep ends with 1 if nothing contains the text.
    return [];
  }
}
