// npm run torture -- pricing [COUNT]: prices COUNT random carts (by default a million; USD, JPY, KWD) and compares each
// with the oracle in tests/pricing, which is written from docs/architecture/pricing.md.
import { differencesOf } from "../../tests/pricing/check-cart.ts";

const count = Number(process.argv[3] ?? 1_000_000);
const maxShown = 20;

const differences: string[] = [];
for (let seed = 0; seed < count && differences.length < maxShown; seed += 1) {
  differences.push(...differencesOf(seed));
  if (seed % 100_000 === 0 && seed > 0) console.log(`${seed} carts`);
}
for (const difference of differences) console.log(`FAULT ${difference}`);
console.log(`${count} carts, ${differences.length === 0 ? "no difference" : "they differ"}`);
process.exitCode = differences.length > 0 ? 1 : 0;
