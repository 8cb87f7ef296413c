// Rules for one member of a request: values at its limits, which are taken, and values just beyond them, which are refused.

/** A value as it stands in JSON, for numbers that JavaScript would write in another way, or not at all. */
class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

export type Rule = {
  taken: unknown[]
  refused: unknown[]
  /** What is answered to a value that is taken, where that is no success: an id of the right form that nobody has. */
  outcome?: string
  /** The example of the operation that the value is put into; the first one where none is named. */
  example?: string
}

/** A string of `most` characters at most, which are counted as people count them: an emoji is one. `start` is how it begins. */
export function text(most: number, start = ""): Rule {
  const long = (length: number) => start + "😀".repeat(length - start.length)
  return { taken: [long(most), start || "x"], refused: [long(most + 1), "", new Raw("5"), new Raw("[]")] }
}

/** An integer: no fraction, no string, and nothing that a double cannot hold. */
export function whole(least: number, most: number): Rule {
  const strange = ["1.5", '"1"', "true", "[1]", "1e400", "-1e400", "1e21", "9007199254740993"].map((json) => new Raw(json))
  return { taken: [least, most], refused: [least - 1, most + 1, ...strange] }
}

/** Some values and no others. */
export function values(taken: unknown[], refused: unknown[]): Rule {
  return { taken, refused: [...refused, new Raw("5.5"), new Raw("{}")] }
}

export const flag: Rule = { taken: [true, false], refused: [0, 1, "true", ""] }

/** The id of another resource; `outcome` is what is answered to one that does not exist. */
export function idOf(prefix: string, outcome: string): Rule {
  const long = (length: number) => `${prefix}_`.padEnd(length, "0")
  return { taken: [long(255)], refused: [long(256), "", new Raw("5")], outcome }
}

export const jsonOf = (value: unknown): string => (value instanceof Raw ? value.json : JSON.stringify(value))

/** What says the value in a message: long ones are cut. */
export const nameOf = (value: unknown): string => jsonOf(value).slice(0, 60)

const PLACE = "@the value@"

/** A body in JSON with the value at a dotted path; what is missing on the way is made. */
export function bodyWith(body: object, path: string, value: unknown): string {
  const copy = structuredClone(body)
  const names = path.split(".")
  const last = names.pop() as string
  const parent = names.reduce<Record<string, any>>((at, name) => (at[name] ??= {}), copy)
  parent[last] = PLACE
  return JSON.stringify(copy).replace(`"${PLACE}"`, () => jsonOf(value))
}
