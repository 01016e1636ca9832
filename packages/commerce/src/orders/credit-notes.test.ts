import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditNoteOf, type CreditedRefund, type Invoiced } from "./credit-notes.ts";
import { planRefund, type RefundableOrder } from "./refunds.ts";

const nothing = { quantity: 0, shareMinor: 0, amountMinor: 0, taxMinor: 0, taxIncludedMinor: 0 };

type Line = { net: number; quantity: number; rate: number; taxPercent: number };

/** An invoice with two rates, and its order. Shipping is the last part. */
function shopOf(lines: readonly Line[], shipping: number, isIncluded: boolean) {
  const parts = [...lines, { net: shipping, quantity: 1, rate: 0, taxPercent: 19 }].map(
    ({ net, rate, taxPercent }, i) => {
      const tax = Math.round(
        net * (isIncluded ? taxPercent / (100 + taxPercent) : taxPercent / 100),
      );
      const ofRate = (amount: number) => [0, 1].map((each) => (each === rate ? amount : 0));
      return {
        id: i === lines.length ? null : `line ${i}`,
        amountMinor: net + (isIncluded ? 0 : tax),
        taxes: ofRate(tax),
        bases: ofRate(net),
      };
    },
  );
  const rates = ["VAT", "Reduced VAT"].map((name) => ({ name, basisPoints: 1900, isIncluded }));
  const invoiced: Invoiced = { rates, parts };
  const order: RefundableOrder = {
    paidMinor: sum(parts.map(({ amountMinor }) => amountMinor)),
    refundedMinor: 0,
    lines: lines.map(({ quantity }, i) => ({
      id: `line ${i}`,
      quantity,
      amountMinor: parts[i]?.amountMinor ?? 0,
      taxMinor: isIncluded ? 0 : sum(parts[i]?.taxes ?? []),
      taxIncludedMinor: isIncluded ? sum(parts[i]?.taxes ?? []) : 0,
      refunded: nothing,
    })),
    shipping: { amountMinor: parts.at(-1)?.amountMinor ?? 0, taxMinor: 0 },
    shippingRefunded: { amountMinor: 0, taxMinor: 0 },
  };
  return { invoiced, order };
}

const lineOf = fc.record({
  net: fc.integer({ min: 0, max: 50_000 }),
  quantity: fc.integer({ min: 1, max: 7 }),
  rate: fc.integer({ min: 0, max: 1 }),
  taxPercent: fc.constantFrom(0, 5, 7, 19, 22, 25),
});
const stepOf = fc.record({
  kind: fc.constantFrom("amount", "line", "fee", "shipping", "all"),
  line: fc.nat(5),
  part: fc.integer({ min: 1, max: 1000 }),
  /** The share of the refund that the provider declined, in thousandths. */
  declined: fc.constantFrom(0, 0, 0, 300),
});

type Step = {
  kind: string;
  line: number;
  part: number;
  declined: number;
};

function requestOf(order: RefundableOrder, { kind, line, part }: Step) {
  const left = order.paidMinor - order.refundedMinor;
  const amountMinor = Math.max(1, Math.floor((left * part) / 1000));
  const of = order.lines[line % order.lines.length];
  const lines = [{ id: of?.id ?? "", quantity: 1 }];
  switch (kind) {
    case "amount":
      return { amountMinor };
    case "line":
      return { lines };
    case "fee":
      return { lines, amountMinor: 1 };
    case "shipping":
      return { shippingMinor: "all" as const };
    default:
      return {};
  }
}

describe("credit notes", () => {
  test("of a fully refunded order have exactly the invoice's tax by rate, however the refunds are split", () => {
    fc.assert(
      fc.property(
        fc.array(lineOf, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.boolean(),
        fc.array(stepOf, { maxLength: 12 }),
        (lines, shipping, isIncluded, steps) => {
          const { invoiced, order: first } = shopOf(lines, shipping, isIncluded);
          let order = first;
          let before: number[] = [];
          const total = { amount: 0, taxes: [0, 0], bases: [0, 0] };
          const last = { kind: "all", line: 0, part: 1, declined: 0 };
          for (const step of [...steps, last]) {
            const plan = planRefund(order, requestOf(order, step));
            if ("problem" in plan) continue;
            const returned =
              plan.amountMinor - Math.floor((plan.amountMinor * step.declined) / 1000);
            if (returned === 0) continue;
            const refund: CreditedRefund = { ...plan, amountMinor: returned };
            const note = creditNoteOf(invoiced, before, refund);
            const all = [...note.lines, note.shipping, note.rest];
            expect(sum(all.map(({ amountMinor }) => amountMinor))).toBe(returned);
            expect(note.total.amountMinor).toBe(returned);
            for (const { amountMinor, taxes, bases } of all) {
              expect(Math.min(amountMinor, ...taxes, ...bases)).toBeGreaterThanOrEqual(0);
              expect(sum(taxes)).toBeLessThanOrEqual(amountMinor);
            }
            expect(sum(note.parts)).toBe(returned);
            before = invoiced.parts.map((_, i) => (before[i] ?? 0) + (note.parts[i] ?? 0));
            for (const [i, part] of invoiced.parts.entries())
              expect(before[i]).toBeLessThanOrEqual(part.amountMinor);
            for (const rate of [0, 1]) {
              total.taxes[rate] = (total.taxes[rate] ?? 0) + (note.total.taxes[rate] ?? 0);
              total.bases[rate] = (total.bases[rate] ?? 0) + (note.total.bases[rate] ?? 0);
            }
            total.amount += returned;
            order = after(order, plan, returned);
          }
          const whole = (key: "taxes" | "bases") =>
            [0, 1].map((rate) => sum(invoiced.parts.map((part) => part[key][rate] ?? 0)));
          expect(total).toEqual({
            amount: first.paidMinor,
            taxes: whole("taxes"),
            bases: whole("bases"),
          });
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("return a line's own tax, or proportional tax if only an amount is refunded", () => {
    const lines = [
      { net: 10_000, quantity: 2, rate: 0, taxPercent: 20 },
      { net: 5000, quantity: 1, rate: 1, taxPercent: 10 },
    ];
    const { invoiced } = shopOf(lines, 0, false);
    const one = { amountMinor: 6000, lines: [{ id: "line 0", amountMinor: 6000 }] };
    const note = creditNoteOf(invoiced, [], { ...one, shippingMinor: 0 });
    expect(note.total).toEqual({ amountMinor: 6000, taxes: [1000, 0], bases: [5000, 0] });
    const rest = creditNoteOf(invoiced, note.parts, {
      amountMinor: 5750,
      lines: [],
      shippingMinor: 0,
    });
    expect(rest.rest).toEqual({ amountMinor: 5750, taxes: [500, 250], bases: [2500, 2500] });
  });

  test("have no tax in money beyond the invoice", () => {
    const { invoiced } = shopOf([{ net: 100, quantity: 1, rate: 0, taxPercent: 19 }], 0, false);
    const all = { amountMinor: 150, lines: [], shippingMinor: 0 };
    const note = creditNoteOf(invoiced, [], all);
    expect(note).toMatchObject({ parts: [119, 0], total: { amountMinor: 150, taxes: [19, 0] } });
  });
});

/** The order after a refund, if the provider returned only `returned` of it. */
function after(
  order: RefundableOrder,
  plan: Exclude<ReturnType<typeof planRefund>, { problem: unknown }>,
  returned: number,
): RefundableOrder {
  const kept = plan.amountMinor - returned;
  return {
    ...order,
    refundedMinor: order.refundedMinor + plan.amountMinor - kept,
    lines: order.lines.map((line) => {
      const part = plan.lines.find(({ id }) => id === line.id);
      if (part === undefined) return line;
      const { refunded } = line;
      return {
        ...line,
        refunded: {
          quantity: refunded.quantity + part.quantity,
          shareMinor: refunded.shareMinor + part.shareMinor,
          amountMinor: refunded.amountMinor + part.amountMinor,
          taxMinor: refunded.taxMinor + part.taxMinor,
          taxIncludedMinor: refunded.taxIncludedMinor + part.taxIncludedMinor,
        },
      };
    }),
    shippingRefunded: {
      amountMinor: order.shippingRefunded.amountMinor + plan.shippingMinor,
      taxMinor: order.shippingRefunded.taxMinor + plan.shippingTaxMinor,
    },
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
