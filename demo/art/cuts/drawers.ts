import type { Cut } from "../../catalogue/types.ts";
import type { CutDrawer } from "../model.ts";
import { bags } from "./bags.ts";
import { boots } from "./boots.ts";
import { bottoms } from "./bottoms.ts";
import { slimDresses } from "./dresses.ts";
import { fullDresses } from "./full-dresses.ts";
import { jackets } from "./jackets.ts";
import { knitTops } from "./knit-tops.ts";
import { lowShoes } from "./low-shoes.ts";
import { shirts } from "./shirts.ts";
import { softAccessories } from "./soft-accessories.ts";
import { tailoring } from "./tailoring.ts";

/** The drawing of every cut of the catalogue. */
export const drawers: Record<Cut, CutDrawer> = {
  ...knitTops,
  ...bottoms,
  ...shirts,
  ...slimDresses,
  ...fullDresses,
  ...tailoring,
  ...jackets,
  ...bags,
  ...softAccessories,
  ...lowShoes,
  ...boots,
} satisfies Record<Cut, CutDrawer>;
