import { checkManifest } from "../demo/art/manifest.ts";

const maxLines = 20;

const { missing, stale, stray } = checkManifest();
const problems = [
  ...missing.map((key) => `${key} has not been drawn`),
  ...stale.map((key) => `${key} was drawn from outdated sources`),
  ...stray.map((key) => `demo/pictures/${key} doesn't belong to any picture`),
];
for (const problem of problems.slice(0, maxLines)) console.error(problem);
if (problems.length > 0)
  console.error(`${problems.length} problems in the drawn pictures. Run npm run art.`);
process.exitCode = problems.length > 0 ? 1 : 0;
