import { checkManifest } from "../demo/art/manifest.ts";

const maxLines = 20;

const { missing, stale, stray } = checkManifest();
const faults = [
  ...missing.map((key) => `${key} is not drawn`),
  ...stale.map((key) => `${key} is drawn of other sources`),
  ...stray.map((key) => `demo/pictures/${key} belongs to no picture`),
];
for (const fault of faults.slice(0, maxLines)) console.error(fault);
if (faults.length > 0) console.error(`${faults.length} faults of the drawn pictures: npm run art`);
process.exitCode = faults.length > 0 ? 1 : 0;
