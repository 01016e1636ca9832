const windowName = "paypal-checkout";
const features = "popup,width=480,height=720";
/** How many milliseconds pass between checks of whether the window was closed. */
const watchMs = 150;

/**
 * Opens the window immediately, while the browser still allows that after the click. If it is blocked, opens a frame on
 * the page.
 */
export function openWindow() {
  const popup = window.open("about:blank", windowName, features);
  if (popup !== null) {
    window.addEventListener("pagehide", () => popup.close(), { once: true });
    return {
      go: (url) => popup.location.replace(url),
      is: (source) => source === popup,
      post: (message, target) => popup.postMessage(message, target),
      isClosed: () => popup.closed,
      close: () => popup.close(),
    };
  }
  return openFrame();
}

function openFrame() {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "PayPal");
  dialog.style.cssText = "width:min(480px,95vw);height:min(720px,90vh);padding:0";
  const frame = document.createElement("iframe");
  frame.title = "PayPal";
  frame.style.cssText = "width:100%;height:100%;border:0";
  dialog.append(frame);
  dialog.addEventListener("cancel", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return {
    go: (url) => {
      frame.src = url;
    },
    is: (source) => source === frame.contentWindow,
    post: (message, target) => frame.contentWindow?.postMessage(message, target),
    isClosed: () => !dialog.isConnected,
    close: () => dialog.remove(),
  };
}

/**
 * Resolves with the buyer's action, whose `type` is "approved" or "cancelled". `onChange` is called with shipping
 * changes, and its result is sent to the window.
 */
export function waitForBuyer(opened, origin, onChange) {
  const answer = async (id, data) => opened.post({ id, result: await onChange(data) }, origin);
  return new Promise((resolve) => {
    const end = (result) => {
      clearInterval(watch);
      window.removeEventListener("message", listen);
      resolve(result);
    };
    const listen = (event) => {
      if (event.origin !== origin || !opened.is(event.source)) return;
      const { type, id, data } = event.data ?? {};
      if (type === "approved" || type === "cancelled") end({ type, data });
      if (type === "shipping") void answer(id, data);
    };
    const watch = setInterval(() => {
      if (opened.isClosed()) end({ type: "cancelled", data: {} });
    }, watchMs);
    window.addEventListener("message", listen);
  });
}
