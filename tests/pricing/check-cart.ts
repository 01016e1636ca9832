import { priceCart, type Totals, type TraceStep } from "@vetrina/commerce/pricing/price-cart";
import { shareOfUnits } from "@vetrina/commerce/pricing/shares";
import { amountOfUnit, expectedTotals } from "./oracle.ts";
import { type RandomCart, randomCart } from "./random-carts.ts";

/**
 * Prices the cart with this number both with the engine and with the oracle. Returns the differences; empty if they
 * agree.
 */
export function differencesOf(seed: number): string[] {
  const cart = randomCart(seed);
  const totals = priceCart(cart);
  return [...differences(cart, totals), ...unexplained(totals), ...badRefunds(cart, totals)].map(
    (what) => `cart ${seed} (${cart.currency}): ${what}`,
  );
}

function differences(cart: RandomCart, totals: Totals): string[] {
  const expected = expectedTotals(cart);
  const { used, checks, trace: _, ...amounts } = totals;
  const found = {
    ...amounts,
    used: used.map(({ id }) => id),
    reasons: Object.fromEntries(
      [...checks].map(([id, check]) => [id, check.ok ? "" : check.reason]),
    ),
  };
  return Object.entries(expected).flatMap(([name, value]) => {
    const [wanted, got] = [textOf(value), textOf(found[name as keyof typeof found])];
    return wanted === got ? [] : [`${name} is ${got} instead of ${wanted}`];
  });
}

/** The lines and totals that differ from the sum of the trace's steps. */
function unexplained({ trace, lines, total, discount, tax }: Totals): string[] {
  const found: string[] = [];
  let all = 0;
  for (const [i, line] of lines.entries()) {
    const explained = sum(trace, (step) => amountFor(step, i));
    all += explained;
    const paid = line.total - line.discount + line.tax;
    if (explained !== paid) found.push(`line ${i} is ${paid}, its trace ${explained}`);
    if (paid < 0) found.push(`line ${i} costs ${paid}`);
  }
  all += sum(trace, (step) => {
    if (step.kind === "SHIPPING") return step.amount;
    return step.kind === "TAX" && !step.isIncluded ? step.shippingShare : 0;
  });
  if (all !== total) found.push(`the total is ${total}, its trace ${all}`);
  const ofKind = (kind: TraceStep["kind"]) =>
    sum(trace, (step) =>
      step.kind === kind && "amount" in step && !(step.kind === "TAX" && step.isIncluded)
        ? step.amount
        : 0,
    );
  if (ofKind("DISCOUNT") !== discount) found.push("the discounts of the trace differ");
  if (ofKind("TAX") !== tax) found.push("the taxes of the trace differ");
  return found;
}

function amountFor(step: TraceStep, line: number): number {
  if (step.kind === "LINE") return step.line === line ? step.amount : 0;
  if (step.kind === "DISCOUNT") return -(step.shares[line] ?? 0);
  return step.kind === "TAX" && !step.isIncluded ? (step.shares[line] ?? 0) : 0;
}

/**
 * The errors when a line is refunded unit by unit. Together, the refunds must return exactly what was paid for the
 * line.
 */
function badRefunds({ lines }: RandomCart, totals: Totals): string[] {
  return totals.lines.flatMap((line, i) => {
    const quantity = lines[i]?.quantity ?? 0;
    return (["total", "discount", "tax", "taxIncluded"] as const).flatMap((name) => {
      let refunded = 0;
      for (let unit = 0; unit < quantity; unit += 1) {
        const share = shareOfUnits(line[name], quantity, { after: unit, count: 1 });
        if (BigInt(share) !== amountOfUnit(BigInt(line[name]), quantity, unit))
          return [`unit ${unit} of line ${i} has a ${name} of ${share}`];
        refunded += share;
      }
      return refunded === line[name] ? [] : [`refunds of line ${i} have a ${name} of ${refunded}`];
    });
  });
}

function sum(steps: readonly TraceStep[], amountOf: (step: TraceStep) => number): number {
  return steps.reduce((all, step) => all + amountOf(step), 0);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? Number(each) : each,
  );
}
