import { expect, test } from "vitest";
import { addressOf } from "./sender.ts";

test.each([
  ["Sorvela", ["Sorvela Studio", "Milan"], "Sorvela Studio, Milan"],
  ["Tordo", ["Oficina Tordo", "Lisboa"], "Oficina Tordo, Lisboa"],
  ["Tordo", ["Oficina Tordoada", "Lisboa"], "Tordo, Oficina Tordoada, Lisboa"],
  ["Roma", ["Via Roma 1", "Milan"], "Roma, Via Roma 1, Milan"],
  ["Tordo", [], "Tordo"],
])("the address of %s, %j, is written as %s", (name, address, line) => {
  expect(addressOf(name, address)).toBe(line);
});
