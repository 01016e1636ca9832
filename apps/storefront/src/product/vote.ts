import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import type { VoteResult } from "./helpful.tsx";

/** Sends the vote that a form of the page asks for. Its own id and what was meant come back with the new count. */
export async function voteOf(client: Client, form: FormData): Promise<VoteResult> {
  const named = form.get("review");
  const reviewId = typeof named === "string" ? named : "";
  const voted = form.get("helpful") !== "false";
  try {
    const { helpful } = await client.reviews.voteForReview({
      id: reviewId,
      body: { helpful: voted },
    });
    return { reviewId, voted, helpful };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { reviewId, voted, helpful: null };
  }
}
