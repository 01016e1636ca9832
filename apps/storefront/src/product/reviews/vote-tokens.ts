/** Reviews whose vote tokens are stored; the oldest are dropped first. */
const most = 200;

/** A browser's votes: each review's id and the token that its vote was answered with. */
export type VoteTokens = readonly (readonly [reviewId: string, voteToken: string])[];

/** The key of the votes in local storage, one a store. */
export function voteTokensStorageKey(storeSlug: string): string {
  return `vetrina:${storeSlug}:helpful`;
}

/** What stored text tells; nothing that is there can make it throw. */
export function parseVoteTokens(text: string | null): VoteTokens {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isVoteToken) : [];
  } catch {
    return [];
  }
}

/** With the review's vote token, or without it where the vote was taken back. */
export function withVoteToken(
  voteTokens: VoteTokens,
  reviewId: string,
  voteToken: string | null,
): VoteTokens {
  const others = voteTokens.filter(([id]) => id !== reviewId);
  return (voteToken === null ? others : [...others, [reviewId, voteToken] as const]).slice(-most);
}

function isVoteToken(entry: unknown): entry is VoteTokens[number] {
  return (
    Array.isArray(entry) &&
    entry.length === 2 &&
    typeof entry[0] === "string" &&
    typeof entry[1] === "string"
  );
}
