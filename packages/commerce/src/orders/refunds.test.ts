import { describe, expect, test } from "vitest";
import {
  planRefund,
  type RefundableLine,
  type RefundableOrder,
  type RefundPlan,
} from "./refunds.ts";

const nothing = { quantity: 0, shareMinor: 0, amountMinor: 0, taxMinor: 0, taxIncludedMinor: 0 };

function line(id: string, quantity: number, amountMinor: number, taxMinor = 0): RefundableLine {
  return { id, quantity, amountMinor, taxMinor, taxIncludedMinor: 0, refunded: nothing };
}

function orderOf(
  lines: RefundableLine[],
  shippingMinor = 0,
  shippingTaxMinor = 0,
): RefundableOrder {
  return {
    paidMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, shippingMinor),
    refundedMinor: 0,
    lines,
    shipping: { amountMinor: shippingMinor, taxMinor: shippingTaxMinor },
    shippingRefunded: { amountMinor: 0, taxMinor: 0 },
  };
}

/** The order after a refund. */
function after(order: RefundableOrder, plan: RefundPlan): RefundableOrder {
  return {
    ...order,
    refundedMinor: order.refundedMinor + plan.amountMinor,
    lines: order.lines.map((each) => {
      const part = plan.lines.find(({ id }) => id === each.id);
      if (part === undefined) return each;
      const { refunded } = each;
      return {
        ...each,
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

function planned(order: RefundableOrder, request: Parameters<typeof planRefund>[1]): RefundPlan {
  const plan = planRefund(order, request);
  if ("problem" in plan) throw new Error(plan.problem);
  return plan;
}

describe("planRefund", () => {
  test("returns each minor unit of an order once, however the refunds are split", () => {
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 500; round += 1) {
      const lines = Array.from({ length: 1 + random(4) }, (_, i) => {
        const amount = 1 + random(10_000);
        return line(`line ${i}`, 1 + random(9), amount, random(amount + 1));
      });
      const shipping = 1 + random(2000);
      const first = orderOf(lines, shipping, random(shipping + 1));
      let order = first;
      for (let step = 0; step < 60 && order.refundedMinor < order.paidMinor; step += 1) {
        const open = order.lines.filter(({ quantity, refunded }) => refunded.quantity < quantity);
        const some = open[random(open.length)];
        const request =
          some === undefined || random(5) === 0
            ? { shippingMinor: "all" as const }
            : {
                lines: [
                  {
                    id: some.id,
                    quantity: 1 + random(some.quantity - some.refunded.quantity),
                  },
                ],
              };
        const plan = planRefund(order, request);
        // A line that cost nothing can't be refunded alone. Its units are refunded with the whole order.
        if (!("problem" in plan)) order = after(order, plan);
        else if (plan.problem !== "nothing") throw new Error(plan.problem);
      }
      if (order.refundedMinor < order.paidMinor) order = after(order, planned(order, {}));
      expect(order.refundedMinor).toBe(first.paidMinor);
      for (const { refunded, amountMinor, taxMinor } of order.lines)
        expect(refunded).toMatchObject({ amountMinor, taxMinor });
      expect(order.shippingRefunded).toEqual(first.shipping);
    }
  });

  test("a failed refund between others doesn't change the sum of the line's units", () => {
    const first = orderOf([line("a", 3, 100)]);
    const one = { lines: [{ id: "a", quantity: 1 }] };
    const failed = planned(first, one);
    expect(failed.amountMinor).toBe(34);
    const second = after(first, { ...planned(after(first, failed), one) });
    expect(second.refundedMinor).toBe(33);
    const third = after(second, planned(second, one));
    expect(planned(third, one).amountMinor).toBe(100 - third.refundedMinor);
  });

  test("splits a refund of everything left among lines and shipping, and includes money that belongs to no line", () => {
    const order = orderOf([line("a", 1, 700), line("b", 1, 300)], 100);
    const part = after(order, planned(order, { amountMinor: 550 }));
    expect(planned(part, {})).toMatchObject({
      amountMinor: 550,
      lines: [{ amountMinor: 350 }, { amountMinor: 150 }],
      shippingMinor: 50,
    });
    expect(planned({ ...order, paidMinor: 1500 }, {})).toMatchObject({
      amountMinor: 1500,
      lines: [{ amountMinor: 700 }, { amountMinor: 300 }],
    });
  });

  test("never exceeds the units, shipping, lines' amounts or money that are left", () => {
    const order = orderOf([line("a", 2, 1000)], 100);
    const of = (request: Parameters<typeof planRefund>[1], from = order) =>
      planRefund(from, request);
    expect(of(units(3))).toEqual({ problem: "line", index: 0, left: 2 });
    expect(of(units(1, "b"))).toEqual({ problem: "line", index: 0, left: 0 });
    expect(of({ shippingMinor: 101 })).toEqual({ problem: "shipping", left: 100 });
    expect(of({ ...units(1), amountMinor: 501 })).toEqual({ problem: "amount", left: 500 });
    expect(of({ amountMinor: 1101 })).toEqual({ problem: "amount", left: 1100 });
    const spent = { ...order, refundedMinor: 900 };
    expect(of(units(1), spent)).toEqual({ problem: "amount", left: 200 });
    expect(of({}, { ...order, refundedMinor: 1100 })).toEqual({ problem: "nothing" });
    expect(of({ lines: [] })).toEqual({ problem: "nothing" });
  });
});

function units(quantity: number, id = "a") {
  return { lines: [{ id, quantity }] };
}
