import type { OpenApiDocument, Operation, Parameter, Reference } from "./openapi.ts";

/** All parameters of a call, including shared ones. */
export function parametersOf(operation: Operation, document: OpenApiDocument): Parameter[] {
  return (operation.parameters ?? []).map((parameter) =>
    "$ref" in parameter ? sharedParameter(parameter, document) : parameter,
  );
}

function sharedParameter(reference: Reference, document: OpenApiDocument): Parameter {
  const name = reference.$ref.slice(reference.$ref.lastIndexOf("/") + 1);
  const parameter = document.components.parameters[name];
  if (!parameter) throw new TypeError(`${reference.$ref} is not a shared parameter`);
  return parameter;
}
