/**
 * Opens a dialog with one of the provider's pages over the shop's page. Resolves with the message that the provider's
 * page posts, or with null if the shopper closes the dialog.
 */
export function openDialog(url, title) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", title);
    dialog.style.cssText = "width:min(420px,90vw);height:420px;padding:0;border:1px solid #333";
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.style.cssText = "min-height:44px;padding:0 16px";
    const frame = document.createElement("iframe");
    frame.src = url;
    frame.title = title;
    frame.style.cssText = "width:100%;height:calc(100% - 52px);border:0";
    dialog.append(close, frame);

    const end = (result) => {
      window.removeEventListener("message", listen);
      dialog.remove();
      resolve(result);
    };
    const listen = (event) => {
      if (event.source === frame.contentWindow && event.origin === new URL(url).origin)
        end(event.data);
    };
    window.addEventListener("message", listen);
    close.addEventListener("click", () => end(null));
    dialog.addEventListener("cancel", () => end(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}
