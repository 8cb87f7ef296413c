// What is wrong with Adyen's files, and what is done about it. Each repair has to find its fault: a newer file may not have it.
import { type Json, objectsIn } from "../../bank-pix/contract/json.ts"
import type { FILES } from "./file.ts"

/** `mend` changes the document, and returns in how many places. */
export type Repair = { file: keyof typeof FILES; fault: string; places: number; mend(document: Json): number }

export const REPAIRS: readonly Repair[] = [
  {
    file: "checkout",
    fault: "a payment method without a type fits most of 56 kinds, and the default type of a card is not in its place",
    places: 1,
    mend: kindsByType,
  },
  {
    file: "webhooks",
    fault: "additionalData without hmacSignature and paymentMethodVariant, which examples have and every signed item needs",
    places: 2,
    mend: signed,
  },
  { file: "webhooks", fault: "the enums of eventCode do not have all codes", places: 28, mend: anyEventCode },
  {
    file: "webhooks",
    fault: "names with a placeholder, such as metadata.<name>, stand for any name",
    places: 9,
    mend: placeholders,
  },
]

/** Mends a file. Throws if it has other faults than those that are known. */
export function repair(file: Repair["file"], document: Json): void {
  for (const { fault, places, mend } of REPAIRS.filter((one) => one.file === file)) {
    const found = mend(document)
    if (found !== places)
      throw new Error(`the contract has another fault than known: "${fault}" in ${found} places, not ${places}`)
  }
}

/** The kinds that the simulator plays, by the type of the payment method. */
const KINDS = { CardDetails: /^scheme$/, PixDetails: /^pix$/, PaymentDetails: /^boletobancario(_[a-z]+)?$/ }

/** The name of a payment method's schema. Undefined for a type that is not played. */
export function kindOf(type: unknown): string | undefined {
  return Object.entries(KINDS).find(([, pattern]) => typeof type === "string" && pattern.test(type))?.[0]
}

/** The kind is chosen by the type, which is required: `kindOf`. */
function kindsByType({ components: { schemas } }: Json): number {
  const { properties } = schemas.PaymentRequest
  if (!properties.paymentMethod?.oneOf) return 0
  for (const name of Object.keys(KINDS)) schemas[name].required = ["type"]
  properties.paymentMethod = { $ref: "#/components/schemas/CardDetails" }
  return 1
}

function anyEventCode(document: Json): number {
  const codes = objectsIn(document.components.schemas).filter(
    ({ name, object }) => name === "eventCode" && object.enum?.length > 1,
  )
  for (const { object } of codes) delete object.enum
  return codes.length
}

function signed({ components: { schemas } }: Json): number {
  const open = Object.entries<Json>(schemas).filter(
    ([name, one]) => /AdditionalData$/.test(name) && !one.properties?.hmacSignature,
  )
  for (const [, { properties }] of open) Object.assign(properties, SIGNED)
  return open.length
}

const SIGNED = { hmacSignature: { type: "string" }, paymentMethodVariant: { type: "string" } }

function placeholders(document: Json): number {
  let found = 0
  for (const { object } of objectsIn(document.components.schemas)) {
    const names = Object.keys(object.properties ?? {}).filter((name) => /<.*>/.test(name))
    for (const name of names) {
      const pattern = `^${name.replaceAll(".", "\\.").replaceAll(/<[^>]*>/g, ".+")}$`
      object.patternProperties = { ...object.patternProperties, [pattern]: object.properties[name] }
      delete object.properties[name]
      found++
    }
  }
  return found
}
