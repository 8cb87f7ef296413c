// Shapes that the document itself names. They count where Adyen's files are not at hand, which have them all.
import type { Json } from "../types.ts"

const REQUIRED: Record<string, string[]> = {
  "/payments": ["amount", "merchantAccount", "paymentMethod", "reference", "returnUrl"],
  "/payments/details": ["details"],
  "/payments/{paymentPspReference}/captures": ["amount"],
  "/payments/{paymentPspReference}/refunds": ["amount"],
  "/cancels": ["paymentReference"],
  browserInfo: [
    ...["acceptHeader", "colorDepth", "javaEnabled", "language", "screenHeight", "screenWidth", "timeZoneOffset", "userAgent"],
  ],
  billingAddress: ["street", "houseNumberOrName", "city", "postalCode", "country"],
  shopperName: ["firstName", "lastName"],
}

/** The lengths of texts of a payment. */
const LENGTHS: [member: string, min: number, max: number][] = [
  ["reference", 1, 80],
  ["returnUrl", 1, 1024],
  ["origin", 1, 80],
  ["shopperReference", 3, 256],
]

/** What a request lacks or has too long. */
export function shapeProblems(path: string, body: Json): string[] {
  const problems = missing("body", REQUIRED[path] ?? [], body)
  return path === "/payments" ? [...problems, ...ofPayment(body)] : problems
}

function ofPayment(body: Json): string[] {
  const parts = ["browserInfo", "billingAddress", "shopperName"]
  const lengths = LENGTHS.filter(([name, min, max]) => {
    const text = body[name]
    return text !== undefined && (typeof text !== "string" || text.length < min || text.length > max)
  })
  return [
    ...(typeof body.paymentMethod?.type === "string" ? [] : ["body.paymentMethod.type must be string"]),
    ...parts.filter((name) => body[name] !== undefined).flatMap((name) => missing(`body.${name}`, REQUIRED[name]!, body[name])),
    ...lengths.map(([name, min, max]) => `body.${name} must have ${min} to ${max} characters`),
  ]
}

function missing(place: string, names: string[], part: Json): string[] {
  return names
    .filter((name) => part?.[name] === undefined || part[name] === null)
    .map((name) => `${place} must have required property '${name}'`)
}
