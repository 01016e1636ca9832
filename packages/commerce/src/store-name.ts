/**
 * A store's name if it matches its slug (Casa Tordo for casa-tordo), else the slug. The platform's emails and pages use
 * this, because owners can choose any text as a name.
 */
export function nameLikeSlug({ slug, name }: { slug: string; name: string }): string {
  return name.toLowerCase().replaceAll(" ", "-") === slug ? name : slug;
}
