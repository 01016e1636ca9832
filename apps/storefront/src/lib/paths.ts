/** The product page's address; the variant by its slug. */
export function productPath(link: string, variantSlug?: string): string {
  const query = new URLSearchParams({ link });
  if (variantSlug) query.set("variant", variantSlug);
  return `/product?${query}`;
}
