// Makes values that break the rules of a schema, one for each rule.
import { type Json, resolve } from "./contract/document.ts"
import { bodySchema, type Operation, schemaFor } from "./contract/operations.ts"
import { schemaErrors } from "./contract/schemas.ts"

/** A value that must be refused, and the rule that it breaks. */
export type Wrong = { path: string; value: unknown; breaks: string }

/** Values of any type. Each schema accepts some of them, and refuses each of the others for one reason. */
const ANYTHING = [[], {}, true, "no such value", "!", 1.5, 5]

/** Whether the merchant chooses the names of the members. */
const isMap = ({ properties, type, additionalProperties }: Json) =>
  type === "object" && !properties && additionalProperties !== false

/**
 * Returns one value for each rule of the schema that a value can break alone. A missing required member counts for its object, not for the
 * member.
 */
export function wrongValues(node: Json, anything: unknown[] = ANYTHING): Omit<Wrong, "path">[] {
  const schema = resolve(node)
  const found = new Map<string, unknown>()
  for (const value of [...limits(schema), ...anything]) {
    const errors = schemaErrors(schema, value)
    const [error] = errors
    const isItsOwn = errors.every(({ instancePath, keyword }) => instancePath === "" && keyword !== "required")
    if (error && isItsOwn && !found.has(error.keyword)) found.set(error.keyword, value)
  }
  return [...found].map(([breaks, value]) => ({ breaks, value }))
}

/** Returns the values just beyond each limit. */
function limits({ minimum, maximum, minLength, maxLength, minItems, items }: Json): unknown[] {
  const values: unknown[] = []
  if (minimum !== undefined) values.push(minimum - 1)
  if (maximum !== undefined) values.push(maximum + 1)
  if (minLength !== undefined) values.push("")
  if (maxLength !== undefined) values.push("x".repeat(maxLength + 1))
  if (minItems !== undefined) values.push([])
  const item = resolve(items)?.enum?.[1]
  if (item) values.push([item, item])
  return values
}

/** Returns a copy with another value at a dotted path. Undefined removes the member. */
export function changed(body: Json, path: string, value: unknown): Json {
  const [name, ...rest] = path.split(".") as [string, ...string[]]
  return { ...body, [name]: rest.length > 0 ? changed(body[name], rest.join("."), value) : value }
}

/** Returns the dotted paths of the objects in a body that refuse unknown members. The body itself is the empty path. */
export function closedObjects(operation: Operation, body: Json): string[] {
  return [
    "",
    ...membersOf(bodySchema(operation), body).flatMap(([path, schema]) => (isInside(schema, at(body, path)) ? [path] : [])),
  ]
}

/** Returns every wrong value of every member of a body. */
export function wrongMembers(operation: Operation, body: Json): Wrong[] {
  return membersOf(bodySchema(operation), body).flatMap(([path, schema]) =>
    wrongValues(schema).map((wrong) => ({ path, ...wrong })),
  )
}

/** Returns the dotted paths of the texts of a body that refuse a card number. */
export function textsWithoutCardNumbers(operation: Operation, body: Json): string[] {
  return membersOf(bodySchema(operation), body).flatMap(([path, schema]) => (schema["x-card-number"] ? [path] : []))
}

/** Returns the members of a body and of its objects with their schemas, including omitted members. */
function membersOf(node: Json, body: Json): [path: string, schema: Json][] {
  const { properties = {} } = schemaFor(node, body)
  return Object.entries<Json>(properties).flatMap(([name, member]): [string, Json][] => {
    const schema = resolve(member)
    const inside = isInside(schema, body[name]) ? membersOf(schema, body[name]) : []
    return [[name, schema], ...inside.map(([path, each]): [string, Json] => [`${name}.${path}`, each])]
  })
}

const isInside = (schema: Json, value: Json) => value instanceof Object && !Array.isArray(value) && !isMap(schema)

const at = (body: Json, path: string): Json => path.split(".").reduce((node, name) => node?.[name], body)
