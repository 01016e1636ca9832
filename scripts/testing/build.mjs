import { buildStorefront } from "../build-storefront.mjs";

const seconds = buildStorefront();
process.stdout.write(
  seconds === null ? "The build is of these sources.\n" : `Built in ${seconds.toFixed(1)} s\n`,
);
