// Adds comments to the SDK that the generator would omit: those of members that refer to a component, of the limits and defaults of
// requests, of enum values, and of the operations' error codes.

// biome-ignore lint/suspicious/noExplicitAny: the contract is JSON of any shape.
export type Json = Record<string, any>

/** Follows a local `$ref`. Returns any other value unchanged. */
export const resolve = (contract: Json, value: Json): Json => {
  if (!value?.$ref) return value
  const found = (value.$ref as string)
    .slice(2)
    .split("/")
    .reduce<Json>((at, key) => at[key], contract)
  return resolve(contract, found)
}

/** Gives a member that refers to a component the component's description. A $ref has no place for one, so the $ref moves into allOf. */
export const describeReference = (contract: Json, part: Json): void => {
  if (!part.$ref) return
  const { description, nullable } = resolve(contract, part)
  part.allOf = [{ $ref: part.$ref }]
  delete part.$ref
  Object.assign(part, description && { description }, nullable && { nullable })
}

/** Appends the limits and the default of a schema to a description: `From 1 to 100. Default: 10.` */
export const describeLimits = (described: Json, { minimum, maximum, maxLength, default: usual }: Json): void => {
  const range =
    minimum === undefined
      ? `At most ${maximum}.`
      : maximum === undefined
        ? `At least ${minimum}.`
        : `From ${minimum} to ${maximum}.`
  const limits = [
    ...((minimum ?? maximum) === undefined ? [] : [range]),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(usual === undefined ? [] : [`Default: ${typeof usual === "number" ? usual : `\`${JSON.stringify(usual)}\``}.`]),
  ]
  if (limits.length > 0) described.description = [described.description, ...limits].filter(Boolean).join(" ")
}

/** Appends the meaning of each value to the description of an enum. */
export const describeValues = (schema: Json): void => {
  const ofErrors = Object.entries((schema["x-errors"] ?? {}) as Json).map(([code, { description }]) => [code, description])
  const meanings = [...Object.entries((schema["x-enumDescriptions"] ?? {}) as Json), ...ofErrors]
  if (meanings.length === 0) return
  schema.description = [schema.description, "", ...meanings.map(([value, text]) => `- \`${value}\`: ${text}`)].join("\n")
}

const codesByStatus = (contract: Json, operation: Json): [string, string[]][] =>
  Object.entries(operation.responses as Json).map(([status, response]) => [
    status,
    resolve(contract, response)["x-error-codes"] ?? [],
  ])

/** Lists the possible error codes of each operation, except those that all operations share. */
export const describeErrors = (contract: Json, operations: Json[]): void => {
  const ofEach = operations.map((operation) => ({ operation, statuses: codesByStatus(contract, operation) }))
  const flat = ofEach.map(({ statuses }) => statuses.flatMap(([, codes]) => codes))
  const isShared = (code: string) => flat.every((codes) => codes.includes(code))
  for (const { operation, statuses } of ofEach) {
    const own = statuses.map(([status, codes]) => ({ status, codes: codes.filter((code) => !isShared(code)) }))
    operation["x-sdk-errors"] = own
      .filter(({ codes }) => codes.length > 0)
      .map(({ status, codes }) => ({ status, codes: codes.map((code) => `\`${code}\``).join(", ") }))
  }
}
