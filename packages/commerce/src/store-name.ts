/**
 * A store's name if it has the same letters as the slug (Sorvela, Casa Tordo), else the slug. The platform's emails and
 * pages use it, because owners can choose any text as a name.
 */
export function nameLikeSlug({ slug, name }: { slug: string; name: string }): string {
  return name.toLowerCase().replaceAll(" ", "-") === slug ? name : slug;
}
