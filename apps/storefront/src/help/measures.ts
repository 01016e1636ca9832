import type { SizeChart } from "@vetrina/commerce/inches";

/** The chart's name in an address: "Women" is women. */
export function chartKey({ name }: Pick<SizeChart, "name">): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}
