import { toMajor } from "@vetrina/commerce/money";
import type { Output } from "../../../platform/http/routes.ts";
import type { payments } from "@vetrina/contract/orders/payments";
import type { ExpressTerms } from "../../../gateways/provider.ts";
import type { ChangedColumns } from "../../order-records/open-change.ts";
import type { DestinationPlan } from "../../order-records/plan-destination.ts";

type Amounts = Pick<
  ChangedColumns,
  "subtotal_minor" | "discount_minor" | "shipping_minor" | "tax_minor"
>;

/** Returns the parts of an order's total, for the provider's wallet. */
export function termsOf(order: Amounts, methods: ExpressTerms["methods"]): ExpressTerms {
  return {
    subtotalMinor: order.subtotal_minor,
    discountMinor: order.discount_minor,
    shippingMinor: order.shipping_minor,
    taxMinor: order.tax_minor,
    methods,
  };
}

export function termsOfPlan({ plan, rate, methods }: DestinationPlan): ExpressTerms {
  return termsOf(
    plan.order,
    methods.map((each) => ({
      id: each.rate.id,
      name: each.rate.name,
      priceMinor: each.shipping,
      isChosen: each.rate.id === rate.id,
    })),
  );
}

/** Returns the order's amounts at the chosen destination. */
export function presentPlan(
  { plan, rate, methods }: DestinationPlan,
  currency: string,
): Output<typeof payments.updateExpressShipping> {
  const { order } = plan;
  return {
    currency,
    subtotal: toMajor(order.subtotal_minor, currency),
    discount: toMajor(order.discount_minor, currency),
    shipping: toMajor(order.shipping_minor, currency),
    tax: toMajor(order.tax_minor, currency),
    total: toMajor(order.total_minor, currency),
    method: rate.id,
    methods: methods.map((each) => ({
      id: each.rate.id,
      name: each.rate.name,
      price: toMajor(each.shipping, currency),
    })),
  };
}
