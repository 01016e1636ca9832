import { escapeHtml } from "../escape-html.ts";
import { uploadTypesOf } from "./openapi.ts";
import type { OpenApiDocument, Operation, Parameter } from "./openapi.ts";
import { bodyExample } from "./examples.ts";
import { parametersOf } from "./parameters.ts";

/** The form that sends a call to this server. Shown only if script.ts runs, because the script sends it. */
export function tryForm(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): string {
  const id = operation.operationId;
  const { schemas } = document.components;
  const body = bodyExample(operation, schemas);
  const [fileType] = uploadTypesOf(operation);
  const inputs = [
    ...parametersOf(operation, document).map((parameter) => parameterInput(id, parameter)),
    ...(body === undefined
      ? []
      : [
          `<label for="${id}-body">Body</label><textarea id="${id}-body" data-in="body" rows="8" spellcheck="false">${escapeHtml(JSON.stringify(body, null, 2))}</textarea>`,
        ]),
    ...(fileType === undefined
      ? []
      : [
          `<label for="${id}-file">File</label><input id="${id}-file" type="file" data-in="file" data-type="${escapeHtml(fileType)}">`,
        ]),
  ];
  const caution =
    method === "get" ? "" : `<p>This call changes data on this server. Use a test store.</p>`;
  return `<details class="try"><summary>Try it<span class="type">&nbsp;${escapeHtml(id)}</span></summary>
<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(document.servers[0]?.url ?? "")}${escapeHtml(path)}">${caution}${inputs.join("")}<button>Send</button><output></output></form></details>`;
}

function parameterInput(id: string, { name, in: place, required, schema }: Parameter): string {
  const key = `${id}-${place}-${name}`;
  const many = schema.type === "array" ? ' data-many="1"' : "";
  const hint = many === "" ? "" : `<span class="type">separate values with commas</span>`;
  return `<label for="${key}">${escapeHtml(name)}${required ? '<span class="needed"> required</span>' : ""}${hint}</label><input id="${key}" name="${escapeHtml(name)}" data-in="${place}"${many}${required ? " required" : ""} autocomplete="off" spellcheck="false">`;
}
