/** Tordo's upsells, in the format of table.ts. */
export const tordoUpsells = `
ferry-tote = caparica-sandal, dockside-cap, tile-square ^ market-day-tote + sardine-beanie
market-day-tote = calcada-loafer, mountain-stripe-scarf, tile-square + lighthouse-gloves
tram-bag = calcada-loafer, tile-square, mountain-stripe-scarf ^ market-day-tote
little-tram-bag = caparica-sandal, tile-square, calcada-loafer ^ tram-bag
harness-belt = notary-loafer, estuary-chelsea, market-day-tote + dockside-cap
dockside-cap = ferry-tote, caparica-sandal, harness-belt
mountain-stripe-scarf = sardine-beanie, lighthouse-gloves, estuary-chelsea, market-day-tote
sardine-beanie = lighthouse-gloves, mountain-stripe-scarf, ferry-tote
tile-square = tram-bag, calcada-loafer, market-day-tote
lighthouse-gloves = sardine-beanie, mountain-stripe-scarf, estuary-chelsea
calcada-loafer = tram-bag, tile-square, market-day-tote + harness-belt
notary-loafer = harness-belt, mountain-stripe-scarf, lighthouse-gloves ^ estuary-chelsea
caparica-sandal = ferry-tote, dockside-cap, little-tram-bag
estuary-chelsea = harness-belt, mountain-stripe-scarf, sardine-beanie + lighthouse-gloves
`;
