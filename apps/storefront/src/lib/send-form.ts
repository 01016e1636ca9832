import { data } from "react-router";

export const unsentText = "We couldn't send this. Check your connection and try again.";

/**
 * Sends a form to the server's action. Returns `unsent` if there is no response. Its status keeps the router from
 * reading the page's data again, which would also fail and replace the page with an error.
 */
export async function sendForm<Answer, Unsent>(
  serverAction: () => Promise<Answer>,
  unsent: Unsent,
) {
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return data(unsent, { status: 503 });
  }
}
