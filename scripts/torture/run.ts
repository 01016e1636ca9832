// npm run torture -- NAME: runs one of the scripts in this folder. They take minutes and aren't part of npm test.
import { readdir } from "node:fs/promises";

const files = await readdir(import.meta.dirname);
const names = files.map((file) => file.replace(/\.ts$/, "")).filter((name) => name !== "run");
const [name = ""] = process.argv.slice(2);
if (names.includes(name)) await import(`./${name}.ts`);
else {
  process.stderr.write(`Choose one: npm run torture -- ${names.join(" | ")}\n`);
  process.exitCode = 1;
}
