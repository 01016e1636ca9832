import type { z } from "zod";
import type { Api } from "@vetrina/contract/api";
import type { Endpoint, Upload } from "@vetrina/contract/endpoint";
import type { Context } from "../context.ts";
import type { InTurn } from "./answers/send-parts.ts";

type Parsed<S> = S extends z.core.$ZodType ? z.output<S> : unknown;
/** A handler's input, in the same shape as the client's: path and query fields at the top level, and the body. */
export type Input<E> = Parsed<E extends { params: infer P } ? P : undefined> &
  Parsed<E extends { query: infer Q } ? Q : undefined> &
  (E extends { body: infer B extends z.core.$ZodType } ? { body: z.output<B> } : unknown) &
  (E extends { upload: infer U extends Upload }
    ? { file: U extends { streamed: true } ? AsyncIterable<Uint8Array> : Uint8Array }
    : unknown);
/**
 * The response of an endpoint that declares a `file`: complete, or in chunks that are sent as they are produced, or in
 * chunks that are read from files in turn with other callers.
 */
export type FileAnswer = {
  name: string;
  bytes: Uint8Array | AsyncIterable<Uint8Array> | ((inTurn: InTurn) => AsyncIterable<Uint8Array>);
  /** An ETag of the file's content, plain ASCII: clients that have it aren't sent the file again. */
  version?: string;
};
export type Output<E> = E extends { response: infer R extends z.core.$ZodType }
  ? z.input<R>
  : E extends { file: string }
    ? FileAnswer
    : void;

export type Handler<E = Endpoint> = {
  (ctx: Context, input: Input<E>): Promise<Output<E>>;
  /** Called before an upload's file is read. Throws if the other fields already make it invalid. */
  beforeFile?: (ctx: Context, input: Omit<Input<E>, "file">) => Promise<void>;
};
/** One handler for each endpoint of a group; a missing one is a type error. */
export type Routes<Group extends Record<string, Endpoint>> = {
  [K in keyof Group]: Handler<Group[K]>;
};
export type ApiRoutes = { [G in keyof Api]: Routes<Api[G]> };
