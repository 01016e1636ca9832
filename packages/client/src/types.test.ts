import type { api as table } from "@vetrina/contract/api";
import { describe, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { Client } from "./types.ts";

type Api = typeof table;
type Output<E> = E extends { response: z.core.$ZodType }
  ? z.output<E["response"]>
  : E extends { file: string }
    ? File
    : void;
type Body<E> = E extends { body: z.core.$ZodType } ? z.input<E["body"]> : undefined;
type Answer<M> = M extends (...args: never[]) => Promise<infer Result> ? Result : never;
type Input<M> = M extends (input: infer First, ...rest: never[]) => unknown ? First : never;

type BodyOf<I> = I extends { body?: infer Printed } ? Printed : undefined;
type Both<A, B> = [A, B] extends [B, A] ? true : false;

// If a generated type differs from the contract's, the type check fails here and names the call.
type WrongAnswers = {
  [G in keyof Api]: {
    [O in keyof Api[G] & keyof Client[G]]: Both<
      Output<Api[G][O]>,
      Answer<Client[G][O]>
    > extends true
      ? never
      : O;
  }[keyof Api[G] & keyof Client[G]];
}[keyof Api];
// Bodies are compared in one direction only, because callers may also pass readonly lists.
type WrongBodies = {
  [G in keyof Api]: {
    [O in keyof Api[G] & keyof Client[G]]: Body<Api[G][O]> extends BodyOf<
      NonNullable<Input<Client[G][O]>>
    >
      ? never
      : O;
  }[keyof Api[G] & keyof Client[G]];
}[keyof Api];

describe("the generated types match the contract's", () => {
  test("groups and names", () => {
    expectTypeOf<keyof Client>().toEqualTypeOf<keyof Api>();
    expectTypeOf<{ [G in keyof Api]: keyof Client[G] }>().toEqualTypeOf<{
      [G in keyof Api]: keyof Api[G];
    }>();
  });
  test("answers", () => expectTypeOf<WrongAnswers>().toEqualTypeOf<never>());
  test("bodies", () => expectTypeOf<WrongBodies>().toEqualTypeOf<never>());
});
