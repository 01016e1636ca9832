/**
 * Runs the checkout page. The shopper chooses the payment's status, as in Mollie's test mode. The server sets the
 * argument.
 */
export function run({ id, redirectUrl, cancelUrl }) {
  const form = document.querySelector("form");
  const notice = document.getElementById("notice");

  const finish = async () => {
    const { status, method } = Object.fromEntries(new FormData(form));
    form.querySelector("button").disabled = true;
    if (status !== "open") {
      const answer = await fetch(`/_browser/payments/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ status, method }),
      });
      if (!answer.ok) {
        notice.textContent = "This payment has ended.";
        return;
      }
    }
    window.location.assign(status === "canceled" && cancelUrl !== null ? cancelUrl : redirectUrl);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void finish();
  });
}
