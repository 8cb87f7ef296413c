// Reads a file through before anything of it is kept: whether it may be posted, and what its lines need to know of each other.
import { maskCardNumbers } from "../../base/card-numbers.ts"
import type { Header } from "../layout/frame.ts"
import type { End } from "../reading/items.ts"
import { problemText } from "../reading/items.ts"
import { readStatement } from "../reading/read.ts"
import type { Negotiations } from "./place.ts"
import type { Source } from "./source.ts"
import { Units } from "./units.ts"

/** As many problems are kept. More tell nothing new. */
const MAX_PROBLEMS = 50

export type Inspected = { end: End; header: Header | undefined; problems: string[]; units: Units; negotiations: Negotiations }

/** `alive` is called now and then, while a large file is read. */
export async function inspect(source: Source, alive: () => Promise<void>): Promise<Inspected> {
  const found: Omit<Inspected, "end"> = { header: undefined, problems: [], units: new Units(), negotiations: new Map() }
  for await (const item of readStatement(source.chunks())) {
    if (item.type === "end") return { ...found, header: item.header, end: item }
    if (item.type === "problem") addProblem(found.problems, problemText(item))
    else if (item.type === "0") found.header = item.fields
    else if (item.type === "A")
      found.negotiations.set(item.key, { paid_on: item.fields.payment_date, day: item.fields.negotiated_on, establishment: "" })
    else if (item.type === "B") {
      const negotiation = found.negotiations.get(item.negotiation)
      if (negotiation && negotiation.establishment === "") negotiation.establishment = item.fields.establishment
    } else if (found.header?.file_type === "04") {
      if (item.type === "D") found.units.addUnit(item.fields)
      if (item.type === "E") found.units.addEntry(item.fields)
    }
    if ("line" in item && item.line % 20_000 === 0) await alive()
  }
  throw new Error("The reading of a statement has an end.")
}

/** A file that is none of the acquirer's may have anything in it. */
function addProblem(problems: string[], text: string): void {
  if (problems.length < MAX_PROBLEMS) problems.push(maskCardNumbers(text).slice(0, 300))
}
