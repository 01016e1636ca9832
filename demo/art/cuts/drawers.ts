import type { Cut } from "../../catalogue/types.ts";
import type { CutDrawer } from "../model.ts";
import { ankleBootPair } from "./ankle-boot.ts";
import { balletFlatPair } from "./ballet-flat.ts";
import { beanie } from "./beanie.ts";
import { belt } from "./belt.ts";
import { blazer } from "./blazer.ts";
import { bomber } from "./bomber.ts";
import { campShirt } from "./camp-shirt.ts";
import { cap } from "./cap.ts";
import { cardigan } from "./cardigan.ts";
import { chelseaPair } from "./chelsea-boot.ts";
import { crewKnit } from "./crew-knit.ts";
import { crossbody } from "./crossbody-bag.ts";
import { derbyPair } from "./derby.ts";
import { doubleBreasted } from "./double-breasted-coat.ts";
import { gloves } from "./gloves.ts";
import { halterDress } from "./halter-dress.ts";
import { knitDress } from "./knit-dress.ts";
import { loaferPair } from "./loafer.ts";
import { overshirt } from "./overshirt.ts";
import { parka } from "./parka.ts";
import { pencilSkirt } from "./pencil-skirt.ts";
import { pleatedDress } from "./pleated-dress.ts";
import { pleatedSkirt } from "./pleated-skirt.ts";
import { poloKnit } from "./polo-knit.ts";
import { poplinShirt } from "./poplin-shirt.ts";
import { puffer } from "./puffer.ts";
import { sandalPair } from "./sandal.ts";
import { satinSkirt } from "./satin-skirt.ts";
import { scarf } from "./scarf.ts";
import { sheathDress } from "./sheath-dress.ts";
import { shirtDress } from "./shirt-dress.ts";
import { silkBlouse } from "./silk-blouse.ts";
import { silkSquare } from "./silk-square.ts";
import { slingbackPair } from "./slingback.ts";
import { slipDress } from "./slip-dress.ts";
import { sneakerPair } from "./sneaker.ts";
import { sweatshirt } from "./sweatshirt.ts";
import { tank } from "./tank.ts";
import { tee } from "./tee.ts";
import { tieredDress } from "./tiered-dress.ts";
import { tote } from "./tote.ts";
import { trench } from "./trench.ts";
import { wideTrouser, straightTrouser, taperedTrouser, jean, shorts } from "./trousers.ts";
import { turtleneck } from "./turtleneck.ts";
import { wrapCoat } from "./wrap-coat.ts";
import { wrapDress } from "./wrap-dress.ts";

/** The drawing of every cut of the catalogue. */
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
