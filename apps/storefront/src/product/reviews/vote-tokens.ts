/** Maximum number of reviews whose vote tokens are stored. The oldest are dropped first. */
const maxVotes = 200;

/** A browser's votes: each review's id with its vote token. */
export type VoteTokens = readonly (readonly [reviewId: string, voteToken: string])[];

/** Parses the stored votes. Invalid text counts as none. */
export function parseVoteTokens(text: string | null): VoteTokens {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isVoteToken) : [];
  } catch {
    return [];
  }
}

/** Adds the review's vote token, or removes it if the vote was withdrawn. */
export function withVoteToken(
  voteTokens: VoteTokens,
  reviewId: string,
  voteToken: string | null,
): VoteTokens {
  const others = voteTokens.filter(([id]) => id !== reviewId);
  return (voteToken === null ? others : [...others, [reviewId, voteToken] as const]).slice(
    -maxVotes,
  );
}

function isVoteToken(entry: unknown): entry is VoteTokens[number] {
  return (
    Array.isArray(entry) &&
    entry.length === 2 &&
    typeof entry[0] === "string" &&
    typeof entry[1] === "string"
  );
}
