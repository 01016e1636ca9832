// Chooses the tests of a change, for npm test -- --changed.
import { execFileSync } from "node:child_process";

/**
 * Lists the files that differ from `ref`, and those that git doesn't track yet. Without `ref`, they are those that
 * differ from the last commit, or, if there are none, those of the last commit.
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
 * Returns what the test programs are asked for: path parts of database tests (changed ones, and those in the folders
 * of changed files of the server) and changed browser tests. `filesWith(name)` returns the server's files that contain
 * the name of a changed database function or view.
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
 * The folder with a final slash, which as a path part also selects the tests below it. Files directly in the server's
 * sources stand for themselves, because that folder has all others in it.
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
