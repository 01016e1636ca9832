import type { SizeChart } from "@vetrina/commerce/products/inches";

/** The chart's name as it is written in a URL: "Women" becomes "women". */
export function chartKey({ name }: Pick<SizeChart, "name">): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}
