import type { z } from "zod";
import type { Api } from "@vetrina/contract/api";
import type { Endpoint, Upload } from "@vetrina/contract/endpoint";
import type { Context } from "../context.ts";

type Parsed<S> = S extends z.core.$ZodType ? z.output<S> : unknown;
/** What a handler gets: path and query fields flat, and the body; the same shape the client takes. */
export type Input<E> = Parsed<E extends { params: infer P } ? P : undefined> &
  Parsed<E extends { query: infer Q } ? Q : undefined> &
  (E extends { body: infer B extends z.core.$ZodType } ? { body: z.output<B> } : unknown) &
  (E extends { upload: infer U extends Upload }
    ? { file: U extends { streamed: true } ? AsyncIterable<Uint8Array> : Uint8Array }
    : unknown);
/** The answer of an endpoint that names a `file`: whole, or in pieces that are sent as they come. */
export type FileAnswer = {
  name: string;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** Of what the file shows, plain ASCII: whoever has it need not be sent it again. */
  version?: string;
};
export type Output<E> = E extends { response: infer R extends z.core.$ZodType }
  ? z.input<R>
  : E extends { file: string }
    ? FileAnswer
    : void;

export type Handler<E = Endpoint> = {
  (ctx: Context, input: Input<E>): Promise<Output<E>>;
  /** Called before an upload's file is read. Throws where the other fields show that it would be refused. */
  beforeFile?: (ctx: Context, input: Omit<Input<E>, "file">) => Promise<void>;
};
/** One handler for each endpoint of a group: a missing one is a type error. */
export type Routes<Group extends Record<string, Endpoint>> = {
  [K in keyof Group]: Handler<Group[K]>;
};
export type ApiRoutes = { [G in keyof Api]: Routes<Api[G]> };
