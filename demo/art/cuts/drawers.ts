import type { Cut } from "../../catalogue/types.ts";
import type { CutDrawer } from "../model.ts";
import { ankleBootPair } from "./shoes/ankle-boot.ts";
import { balletFlatPair } from "./shoes/ballet-flat.ts";
import { beanie } from "./accessories/beanie.ts";
import { belt } from "./accessories/belt.ts";
import { blazer } from "./tailoring/blazer.ts";
import { bomber } from "./tailoring/bomber.ts";
import { campShirt } from "./tops/camp-shirt.ts";
import { cap } from "./accessories/cap.ts";
import { cardigan } from "./tops/cardigan.ts";
import { chelseaPair } from "./shoes/chelsea-boot.ts";
import { crewKnit } from "./tops/crew-knit.ts";
import { crossbody } from "./accessories/crossbody-bag.ts";
import { derbyPair } from "./shoes/derby.ts";
import { doubleBreasted } from "./tailoring/double-breasted-coat.ts";
import { gloves } from "./accessories/gloves.ts";
import { halterDress } from "./dresses/halter-dress.ts";
import { knitDress } from "./dresses/knit-dress.ts";
import { loaferPair } from "./shoes/loafer.ts";
import { overshirt } from "./tailoring/overshirt.ts";
import { parka } from "./tailoring/parka.ts";
import { pencilSkirt } from "./bottoms/pencil-skirt.ts";
import { pleatedDress } from "./dresses/pleated-dress.ts";
import { pleatedSkirt } from "./bottoms/pleated-skirt.ts";
import { poloKnit } from "./tops/polo-knit.ts";
import { poplinShirt } from "./tops/poplin-shirt.ts";
import { puffer } from "./tailoring/puffer.ts";
import { sandalPair } from "./shoes/sandal.ts";
import { satinSkirt } from "./bottoms/satin-skirt.ts";
import { scarf } from "./accessories/scarf.ts";
import { sheathDress } from "./dresses/sheath-dress.ts";
import { shirtDress } from "./dresses/shirt-dress.ts";
import { silkBlouse } from "./tops/silk-blouse.ts";
import { silkSquare } from "./accessories/silk-square.ts";
import { slingbackPair } from "./shoes/slingback.ts";
import { slipDress } from "./dresses/slip-dress.ts";
import { sneakerPair } from "./shoes/sneaker.ts";
import { sweatshirt } from "./tops/sweatshirt.ts";
import { tank } from "./tops/tank.ts";
import { tee } from "./tops/tee.ts";
import { tieredDress } from "./dresses/tiered-dress.ts";
import { tote } from "./accessories/tote.ts";
import { trench } from "./tailoring/trench.ts";
import { wideTrouser, straightTrouser, taperedTrouser, jean, shorts } from "./bottoms/trousers.ts";
import { turtleneck } from "./tops/turtleneck.ts";
import { wrapCoat } from "./tailoring/wrap-coat.ts";
import { wrapDress } from "./dresses/wrap-dress.ts";

/** The function that draws each cut in the catalogue. */
export const drawers: Record<Cut, CutDrawer> = {
  "slip-dress": slipDress,
  "wrap-dress": wrapDress,
  "shirt-dress": shirtDress,
  "knit-dress": knitDress,
  "tiered-dress": tieredDress,
  "sheath-dress": sheathDress,
  "pleated-dress": pleatedDress,
  "halter-dress": halterDress,
  "crew-knit": crewKnit,
  turtleneck: turtleneck,
  cardigan: cardigan,
  "poplin-shirt": poplinShirt,
  "camp-shirt": campShirt,
  "silk-blouse": silkBlouse,
  tee: tee,
  "polo-knit": poloKnit,
  tank: tank,
  sweatshirt: sweatshirt,
  "wide-trouser": wideTrouser,
  "straight-trouser": straightTrouser,
  "tapered-trouser": taperedTrouser,
  jean: jean,
  "pleated-skirt": pleatedSkirt,
  "satin-skirt": satinSkirt,
  "pencil-skirt": pencilSkirt,
  shorts: shorts,
  "double-breasted-coat": doubleBreasted,
  "wrap-coat": wrapCoat,
  trench: trench,
  blazer: blazer,
  bomber: bomber,
  overshirt: overshirt,
  puffer: puffer,
  parka: parka,
  tote: tote,
  "crossbody-bag": crossbody,
  belt: belt,
  scarf: scarf,
  beanie: beanie,
  "silk-square": silkSquare,
  gloves: gloves,
  cap: cap,
  loafer: loaferPair,
  "ankle-boot": ankleBootPair,
  "chelsea-boot": chelseaPair,
  sneaker: sneakerPair,
  "ballet-flat": balletFlatPair,
  slingback: slingbackPair,
  sandal: sandalPair,
  derby: derbyPair,
};
