/**
 * The pages' only script, which the Content-Security-Policy allows by its hash. It sends the "Try it" forms to this
 * server with the reader's own key, which stays in the tab's session storage. It writes text only, never HTML.
 */
export const apiDocsScript = `
(function () {
  var d = document, store = "vetrina:api-docs:key";
  function storedKey() { try { return sessionStorage.getItem(store) || ""; } catch (_) { return ""; } }
  function keep(key) { try { key ? sessionStorage.setItem(store, key) : sessionStorage.removeItem(store); } catch (_) {} }
  d.documentElement.classList.add("alive");
  var key = d.getElementById("key");
  if (key) {
    key.value = storedKey();
    key.addEventListener("input", function () { keep(key.value.trim()); });
    d.getElementById("forget").addEventListener("click", function () { key.value = ""; keep(""); key.focus(); });
  }
  d.addEventListener("keydown", function (e) {
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA)$/.test(e.target.tagName)) return;
    e.preventDefault();
    d.getElementById("search").focus();
  });
  d.addEventListener("submit", function (e) {
    var form = e.target;
    if (!form.matches(".try form")) return;
    e.preventDefault();
    send(form);
  });
  function send(form) {
    var out = form.querySelector("output"), button = form.querySelector("button");
    var path = form.dataset.path, query = new URLSearchParams(), headers = {}, body;
    for (var field of form.elements) {
      var value = field.value, at = field.dataset.in;
      if (!at) continue;
      if (at === "body") { if (value.trim()) { body = value; headers["content-type"] = "application/json"; } }
      else if (at === "file") { if (field.files[0]) { body = field.files[0]; headers["content-type"] = body.type || field.dataset.type; } }
      else if (at === "path") path = path.replace("{" + field.name + "}", encodeURIComponent(value));
      else if (value === "") continue;
      else if (at === "query") value.split(field.dataset.many ? /\\s*,\\s*/ : /$^/).forEach(function (one) { query.append(field.name, one); });
      else headers[field.name] = value;
    }
    if (storedKey()) headers.authorization = "Bearer " + storedKey();
    var url = path + (query.size ? "?" + query : ""), began = performance.now();
    button.setAttribute("aria-disabled", "true");
    out.replaceChildren("Sending\\u2026");
    fetch(url, { method: form.dataset.method, headers: headers, body: body, credentials: "omit" })
      .then(function (answer) {
        return answer.blob().then(function (blob) { return show(out, form.dataset.method + " " + url, answer, blob, performance.now() - began); });
      })
      .catch(function (error) { out.replaceChildren("The request could not be sent: " + error.message); })
      .then(function () { button.removeAttribute("aria-disabled"); });
  }
  function show(out, line, answer, blob, ms) {
    var facts = d.createElement("p");
    facts.textContent = answer.status + " " + answer.statusText + ", " + Math.round(ms) + " ms, " + blob.size + " bytes. " + line;
    if (!/json|text/.test(blob.type) || blob.size > 500000) {
      var link = d.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = "";
      link.textContent = "Save the file (" + (blob.type || "unknown type") + ")";
      out.replaceChildren(facts, link);
      return;
    }
    return blob.text().then(function (text) {
      var pre = d.createElement("pre");
      pre.tabIndex = 0;
      try { pre.textContent = JSON.stringify(JSON.parse(text), null, 2); } catch (_) { pre.textContent = text; }
      out.replaceChildren(facts, pre);
    });
  }
})();
`;
