import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import type { VoteResult } from "./helpful.tsx";

/** Sends the vote that a form contains. Returns the review's id and the vote, along with the new count. */
export async function voteOf(client: Client, form: FormData): Promise<VoteResult> {
  const named = form.get("review");
  const reviewId = typeof named === "string" ? named : "";
  const voted = form.get("helpful") !== "false";
  const voteToken = form.get("voteToken");
  try {
    const counted = await client.reviews.voteForReview({
      id: reviewId,
      body: { helpful: voted, ...(typeof voteToken === "string" ? { voteToken } : {}) },
    });
    return { reviewId, voted, counted };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { reviewId, voted, counted: null };
  }
}
