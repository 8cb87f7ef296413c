// Reads files whole, for tests.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Item, ItemOf } from "../../../src/statements/reading/items.ts"
import { problemText } from "../../../src/statements/reading/items.ts"
import { readStatement } from "../../../src/statements/reading/read.ts"

export async function itemsOf(file: Buffer, chunk = file.length || 1): Promise<Item[]> {
  const chunks = Array.from({ length: Math.ceil(file.length / chunk) }, (_, index) =>
    file.subarray(index * chunk, (index + 1) * chunk),
  )
  return Array.fromAsync(readStatement(chunks))
}

export function only<T extends Item["type"]>(items: readonly Item[], type: T): ItemOf<T>[] {
  return items.filter((item) => item.type === type) as ItemOf<T>[]
}

export function problemsOf(items: readonly Item[]): string[] {
  return only(items, "problem").map(problemText)
}

export function endOf(items: readonly Item[]): ItemOf<"end"> {
  const last = items.at(-1)
  if (last?.type !== "end") throw new Error("the last item is not the end")
  return last
}

/** A file of the examples that came with the layout: 03, 04, 15 or 16. */
export function exampleFile(type: "03" | "04" | "15" | "16"): Buffer {
  return readFileSync(join(import.meta.dirname, "examples", `CIELO${type}.txt`))
}
