/** Care instructions by material, as on a sewn-in label. */
export const care = {
  cotton: [
    "Machine wash at 40 °C with similar colors",
    "Line dry, out of direct sun",
    "Warm iron while slightly damp",
  ],
  jersey: [
    "Machine wash at 30 °C, inside out",
    "Reshape and dry flat",
    "Cool iron on the reverse",
    "Do not bleach",
  ],
  silk: [
    "Hand wash at 20 °C with silk detergent, or dry clean",
    "Do not wring; roll in a towel",
    "Cool iron on the reverse while damp",
  ],
  viscose: [
    "Machine wash at 30 °C on the delicate cycle",
    "Hang to dry",
    "Steam, or cool iron on the reverse",
  ],
  pleats: [
    "Machine wash at 30 °C on the delicate cycle, in a wash bag",
    "Hang to dry with the pleats straight",
    "Do not iron; steam if you must",
  ],
  knit: [
    "Hand wash at 30 °C with wool detergent",
    "Dry flat on a towel, away from heat",
    "Fold; a hanger will stretch the shoulders",
    "Lift pills with a comb, never scissors",
  ],
  /** Scarves, beanies and gloves. */
  knitAccessory: [
    "Hand wash at 30 °C with wool detergent",
    "Dry flat on a towel, away from heat",
    "Lift pills with a comb, never scissors",
  ],
  tailoring: [
    "Dry clean only, twice a season at most",
    "Brush with the nap after wearing",
    "Hang on a broad wooden hanger",
    "Steam out creases; do not press flat",
  ],
  /** Trousers and skirts. */
  tailoredBottoms: [
    "Dry clean only, twice a season at most",
    "Brush with the nap after wearing",
    "Hang by the waistband",
    "Press under a damp cloth",
  ],
  denim: [
    "Wash at 30 °C inside out, as seldom as you can bear",
    "Dry on a line",
    "Blue and black dye will mark pale upholstery for the first weeks",
  ],
  leather: [
    "Wipe with a soft, dry cloth",
    "Feed with neutral cream every three months",
    "Keep from radiators; stuff with paper when wet",
  ],
  /** Belts, gloves and sandals, which can't be stuffed with paper. */
  flatLeather: [
    "Wipe with a soft, dry cloth",
    "Feed with neutral cream every three months",
    "If it gets wet, let it dry slowly, away from radiators",
  ],
  suede: [
    "Brush dry, in one direction",
    "Protect with a fluorine-free spray before first wear",
    "Let rain marks dry before brushing",
  ],
  canvasShoes: [
    "Sponge with soap and cold water",
    "Wash the laces separately",
    "Dry at room temperature; do not machine wash",
  ],
  outdoor: [
    "Sponge clean with cold water",
    "Do not machine wash; it strips the finish",
    "Hang to dry at room temperature",
  ],
  padded: [
    "Machine wash at 30 °C with down detergent",
    "Tumble dry low with two clean tennis balls",
    "Store loose, never in a vacuum bag",
  ],
} satisfies Record<string, string[]>;
