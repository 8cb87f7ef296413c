import type { Json } from "./json.ts"

// Rules for one member of a request: values at its limits, which are accepted, and values just beyond them, which are refused.

/** A value as JSON text, for numbers that JavaScript writes differently or not at all. */
class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

export type Rule = {
  taken: unknown[]
  refused: unknown[]
  /** The error for an accepted value that does not succeed: a well-formed id that does not exist. */
  outcome?: string
  /** The name of the example that contains the value. The default is the first one. */
  example?: string
}

/** A string of at most `max` code points (an emoji is one), which begins with `start`. */
export function text(max: number, start = ""): Rule {
  const long = (length: number) => start + "😀".repeat(length - start.length)
  return { taken: [long(max), start || "x"], refused: [long(max + 1), "", new Raw("5"), new Raw("[]")] }
}

/** The name of a person or a company: text with a letter. */
export function personName(max: number): Rule {
  const { refused } = text(max)
  return { taken: [`Z${"😀".repeat(max - 1)}`, "x"], refused: [...refused, "5", "😀", "A\u200b"] }
}

/** An integer: no fraction, no string, and only what a double can represent. */
export function whole(min: number, max: number): Rule {
  const strange = ["1.5", '"1"', "true", "[1]", "1e400", "-1e400", "1e21", "9007199254740993"].map((json) => new Raw(json))
  return { taken: [min, max], refused: [min - 1, max + 1, ...strange] }
}

/** A fixed set of values. */
export function values(taken: unknown[], refused: unknown[]): Rule {
  return { taken, refused: [...refused, new Raw("5.5"), new Raw("{}")] }
}

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, "x"]))

/** A map of up to 50 members. test/metadata tests the limits of their names and values. */
export const metadata: Rule = { taken: [{}, members(50)], refused: [members(51), "x", 5, []] }

export const flag: Rule = { taken: [true, false], refused: [0, 1, "true", ""] }

/** The id of another resource. `outcome` is the error for a missing one. */
export function idOf(prefix: string, outcome: string): Rule {
  const long = (length: number) => `${prefix}_`.padEnd(length, "0")
  return { taken: [long(255)], refused: [long(256), "", new Raw("5")], outcome }
}

export const jsonOf = (value: unknown): string => (value instanceof Raw ? value.json : JSON.stringify(value))

/** Formats a value for a message, truncated to 60 characters. */
export const nameOf = (value: unknown): string => jsonOf(value).slice(0, 60)

const PLACE = "@the value@"

/** Returns a JSON body with the value at a dotted path. Missing objects on the path are added. */
export function bodyWith(body: object, path: string, value: unknown): string {
  const copy = structuredClone(body)
  const names = path.split(".")
  const last = names.pop() as string
  const parent = names.reduce<Record<string, Json>>((at, name) => (at[name] ??= {}), copy)
  parent[last] = PLACE
  return JSON.stringify(copy).replace(`"${PLACE}"`, () => jsonOf(value))
}
