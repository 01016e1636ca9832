const get = (id) => document.getElementById(id);
/** The shop's window, which has opened or embedded this page. */
const shop = () => window.opener ?? (window.parent === window ? null : window.parent);

/** Runs the page on which the buyer approves, declines or cancels the payment. The server sets the argument. */
export async function run(page) {
  const { order, addresses, asks, isOpened, isRestarted } = page;
  const notice = get("notice");
  const addressList = get("address");
  const optionList = get("option");
  let lastAnswer = 0;
  const opening = isRestarted ? "Your bank declined this payment. Choose another way to pay." : "";
  notice.textContent = opening;

  const address = () => addresses[Number(addressList?.value ?? 0)];

  const showAmount = ({ purchase_units: [unit] }) => {
    get("amount").textContent = `${unit.amount.value} ${unit.amount.currency_code}`;
    if (optionList === null) return;
    const options = unit.shipping?.options ?? [];
    optionList.replaceChildren(
      ...options.map(({ id, label, amount, selected }) => {
        const option = new Option(
          `${label} (${amount?.value ?? "0"} ${amount?.currency_code ?? ""})`,
          id,
        );
        option.selected = selected === true;
        return option;
      }),
    );
    get("options").hidden = options.length === 0;
  };

  const call = async (method, path, body) => {
    const json = { "content-type": "application/json" };
    const content = body === undefined ? {} : { headers: json, body: JSON.stringify(body) };
    const answer = await fetch(`/_browser/orders/${order.id}${path}`, { method, ...content });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };

  /** Asks the shop about an address or a shipping option, then shows the updated order. */
  const ask = async (data) => {
    if (!asks || shop() === null) return;
    setBusy(true);
    lastAnswer += 1;
    const id = lastAnswer;
    const answered = new Promise((resolve) => {
      const listen = ({ data: message }) => {
        if (message?.id !== id) return;
        window.removeEventListener("message", listen);
        resolve(message.result);
      };
      window.addEventListener("message", listen);
    });
    shop().postMessage({ type: "shipping", id, data }, "*");
    const { refusal } = await answered;
    notice.textContent =
      refusal === null ? opening : "The store doesn't ship to this address. Choose another one.";
    showAmount(await call("GET", ""));
    setBusy(false, refusal !== null);
  };

  const setBusy = (isBusy, isRefused = false) => {
    for (const name of ["approve", "decline"]) get(name).disabled = isBusy || isRefused;
    document.body.setAttribute("aria-busy", String(isBusy));
  };

  const leave = (type, data, url) => {
    if (isOpened && shop() !== null) {
      // The shop's script closes the window once it has captured the payment.
      shop().postMessage({ type, data }, "*");
      document.querySelector("main").textContent = "You are returning to the store.";
      if (type === "cancelled") window.close();
      return;
    }
    if (url === null) document.querySelector("main").textContent = "You can close this window.";
    else window.location.assign(url);
  };

  const withToken = (url, more = {}) => {
    if (url === null) return null;
    const target = new URL(url);
    for (const [name, value] of Object.entries({ token: order.id, ...more }))
      target.searchParams.set(name, value);
    return target.toString();
  };

  const approve = async (declines) => {
    setBusy(true);
    try {
      const approved = await call("POST", "/approve", {
        declines,
        ...(addressList === null
          ? {}
          : { address: address().address, name: address().name, email: get("email").value }),
      });
      const payerID = approved.payer?.payer_id ?? null;
      leave(
        "approved",
        { payerID, paymentSource: page.fundingSource },
        withToken(page.returnUrl, { PayerID: payerID }),
      );
    } catch (error) {
      notice.textContent = String(error.message);
      setBusy(false);
    }
  };

  const changeAddress = () =>
    ask({ address: address().address, amount: order.purchase_units[0].amount });
  const changeOption = async () => {
    const { purchase_units: units } = await call("GET", "");
    const option = units[0].shipping?.options?.find(({ id }) => id === optionList.value);
    await ask({ option, address: address().address, amount: units[0].amount });
  };

  get("approve").addEventListener("click", () => void approve(false));
  get("decline").addEventListener("click", () => void approve(true));
  get("close").addEventListener("click", () => leave("cancelled", {}, withToken(page.cancelUrl)));
  addressList?.addEventListener("change", () => void changeAddress());
  optionList?.addEventListener("change", () => void changeOption());
  showAmount(order);
  if (addressList !== null) await changeAddress();
}
