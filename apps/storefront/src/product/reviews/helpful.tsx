import { storageKey } from "@vetrina/commerce/constants";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useStore } from "../../lib/store.ts";
import { changeStoredText, useStoredText } from "../../lib/stored-text.ts";
import type { PageReview } from "../../product-data/page-data.ts";
import { parseVoteTokens, withVoteToken } from "./vote-tokens.ts";

/** The product page's response to a vote. `counted` is null if the vote could not be counted. */
export type VoteResult = {
  reviewId: string;
  voted: boolean;
  counted: { helpful: number; voteToken: string } | null;
};

/**
 * Marks a review as helpful, or withdraws the vote. It is a form, so it works without JavaScript. Only the browser
 * stores which reviews it has marked.
 */
export function Helpful({
  review,
  result,
}: {
  review: PageReview;
  result: VoteResult | undefined;
}) {
  const fetcher = useFetcher<VoteResult>({ key: `helpful ${review.id}` });
  const answer = fetcher.data ?? (result?.reviewId === review.id ? result : undefined);
  const remembered = useRememberedVoteToken(review.id, answer);
  const failed = answer?.counted === null;
  const voted = answer && !failed ? answer.voted : remembered !== undefined;
  const count = answer?.counted?.helpful ?? review.helpful;
  return (
    <fetcher.Form method="post" className="flex flex-wrap items-center gap-x-3 text-small">
      <input type="hidden" name="review" value={review.id} />
      {remembered === undefined ? null : (
        <input type="hidden" name="voteToken" value={remembered} />
      )}
      <button
        name="helpful"
        value={voted ? "false" : "true"}
        aria-pressed={voted}
        aria-label={`Helpful: ${review.title}`}
        aria-disabled={fetcher.state !== "idle" || undefined}
        className="helpful"
      >
        Helpful
      </button>
      <output className="text-graphite">
        {failed ? "Something went wrong. Try again." : helpfulText(count)}
      </output>
    </fetcher.Form>
  );
}

/** The token of this browser's vote for the review; undefined if there is none. Each response updates it. */
function useRememberedVoteToken(
  reviewId: string,
  answer: VoteResult | undefined,
): string | undefined {
  const key = storageKey(useStore().slug, "helpful");
  const text = useStoredText(key);
  const counted = answer?.counted ?? null;
  const voteToken = answer?.voted ? counted?.voteToken : undefined;
  useEffect(() => {
    if (counted === null) return;
    changeStoredText(key, (now) =>
      JSON.stringify(withVoteToken(parseVoteTokens(now), reviewId, voteToken ?? null)),
    );
  }, [counted, key, reviewId, voteToken]);
  return parseVoteTokens(text).find(([id]) => id === reviewId)?.[1];
}

function helpfulText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 person found this helpful" : `${count} people found this helpful`;
}
