/** "$9.99", or what makes it free: "Free on orders over $100, otherwise $9.99". */
export function priceWords(
  rate: { price: number; freeAbove: number | null },
  money: (major: number) => string,
): string {
  if (rate.price === 0) return "Free";
  return rate.freeAbove === null
    ? money(rate.price)
    : `Free on orders over ${money(rate.freeAbove)}, otherwise ${money(rate.price)}`;
}

/** "8-12 business days", "1 business day". */
export function dayWords({ min, max }: { min: number; max: number }): string {
  if (min === max) return min === 1 ? "1 business day" : `${min} business days`;
  return `${min}-${max} business days`;
}
