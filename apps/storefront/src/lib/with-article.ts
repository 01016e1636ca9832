const needsArticle =
  /^(?:United|U\.S\.|Isle of|Rest of|European Union|(?:Caribbean )?Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros)|(?:Islands|Territor(?:y|ies)|Republic)$/;

/** "the United States", "Italy": the English name of a country or region within a sentence. */
export function withArticle(place: string): string {
  return needsArticle.test(place) ? `the ${place}` : place;
}
