import type { Bench, Drawing } from "../../model.ts";
import { neckInside } from "../../parts.ts";
import { backNeckRib, crew, knitBase, measuresOf, neckRib } from "./knit-parts.ts";

/** A sweater with a round ribbed neck. */
export function crewKnit(bench: Bench): Drawing {
  const front = knitBase(bench, crew, "front");
  const back = knitBase(bench, crew, "back");
  return {
    front: [
      ...front.sleeves,
      ...neckInside(98, 322, 18, 82),
      backNeckRib(96, 318, 24, 30),
      front.body,
      ...front.seams,
      front.hem,
      neckRib(98, 322, 72, 34),
    ],
    back: [...back.sleeves, back.body, ...back.seams, back.hem, neckRib(98, 316, 6, 30)],
    measures: measuresOf(crew),
    center: [600, 745],
    scale: 1.16,
  };
}
