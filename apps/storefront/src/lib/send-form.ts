import { data } from "react-router";

export const unsentText = "We couldn't send this. Check your connection and try again.";

/**
 * Sends a form to the server's action. If there is no response, returns `unsent` with the status 503. Without an error
 * status, the router would read the page's data again, fail too, and replace the page with an error.
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
