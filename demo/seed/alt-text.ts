import type { Cut, DemoProduct, View } from "../catalogue/types.ts";

type Pictured = Pick<DemoProduct, "name" | "category" | "cut" | "cloth">;

/**
 * Shoes drawn from the side. All other shoes are drawn from above; their back view shows the upper of one and the sole
 * of the other.
 */
const sideways: ReadonlySet<Cut> = new Set(["ankle-boot", "chelsea-boot", "slingback"]);

/** Describes a product's picture for shoppers who can't see it. */
export function altText(product: Pictured, view: View, color: string): string {
  const { name, cloth } = product;
  switch (view) {
    case "front":
    case "back":
      return `${name} in ${color}, ${sideOf(product, view)}`;
    case "technical":
      return `Technical drawing of the ${name} with its measurements`;
    case "cloth":
      return `The ${cloth === "leather" || cloth === "suede" ? cloth : "cloth"} of the ${name} in ${color}, close up`;
  }
}

function sideOf({ category, cut }: Pictured, view: "front" | "back"): string {
  if (category === "accessories") return view;
  if (category !== "shoes") return `${view}, laid flat`;
  if (sideways.has(cut)) return view === "front" ? "from the side" : "from the other side";
  return view === "front" ? "from above" : "one from above and the sole of the other";
}
