import { randomBytes } from "node:crypto"
import { specialMpiOutcome } from "../outcomes.ts"
import { eciOf, type Kind, type MpiBrand, supportsDataOnly, versionOf } from "./brands.ts"
import type { Authentication, MpiOptions, MpiOutcome, Result } from "./types.ts"

/** The test cards of the sandbox: Visa, Mastercard and Elo. */
const TEST_CARDS: readonly (readonly [MpiOutcome, ...string[]])[] = [
  ["challenge_success", "4000000000002503", "5200000000002151", "6505290000002190"],
  ["challenge_failure", "4000000000002370", "5200000000002490", "6505290000002208"],
  ["unavailable", "4000000000002420", "5200000000002664", "6505290000002257"],
  ["error", "4000000000002644", "5200000000002656", "6505290000002265"],
  ["frictionless", "4000000000002701", "5200000000002235", "6505290000002000"],
  ["frictionless_failure", "4000000000002925", "5200000000002276", "6505290000002018"],
  ["data_only", "4000000000002024", "5200000000002805"],
]
const BRANDS: readonly MpiBrand[] = ["Visa", "Master", "Elo"]

/** The test card of an outcome. Throws RangeError where the document has none. */
export function mpiCard(brand: MpiBrand, outcome: MpiOutcome): string {
  const number = TEST_CARDS.find(([name]) => name === outcome)?.[1 + BRANDS.indexOf(brand)]
  if (!number || !BRANDS.includes(brand)) throw new RangeError(`there is no test card of ${brand} for ${outcome}`)
  return number
}

/** What becomes of a card, before it counts whether only data are sent. */
export function mpiOutcomeOf(number: string, options: MpiOptions): MpiOutcome {
  const row = TEST_CARDS.find(([, ...numbers]) => numbers.includes(number))
  return row?.[0] ?? specialMpiOutcome(number) ?? options.otherCards
}

/** What `enroll` says of a card. */
export function enrolled(brand: MpiBrand, outcome: MpiOutcome, isDataOnly: boolean, options: MpiOptions): Result {
  if (outcome === "error") return { status: 0, reason: "MPI900", authentication: null }
  const onlyData = isDataOnly || (outcome === "data_only" && options.dataOnlyCards === "always" && supportsDataOnly(brand))
  if (onlyData) return { status: 0, reason: "100", authentication: authenticate(brand, "data_only", options) }
  switch (outcome) {
    case "challenge_success":
    case "challenge_failure":
      return { status: 2, reason: "475", authentication: null }
    case "frictionless":
      return authenticated(brand, options)
    case "stand_in":
      return { ...authenticated(brand, options), authentication: authenticate(brand, "stand_in", options) }
    default:
      return refused(brand, options)
  }
}

/** Authenticated by the issuer, at once or after a challenge. */
export function authenticated(brand: MpiBrand, options: MpiOptions): Result {
  return { status: 1, reason: "100", authentication: authenticate(brand, "issuer", options) }
}

export function refused(brand: MpiBrand, options: MpiOptions): Result {
  return { status: 0, reason: "476", authentication: authenticate(brand, "none", options) }
}

function authenticate(brand: MpiBrand, kind: Kind, { xid }: MpiOptions): Authentication {
  const value = () => randomBytes(20).toString("base64")
  const isProved = kind !== "none"
  return {
    Cavv: isProved ? value() : null,
    Xid: isProved && xid ? value() : null,
    Eci: eciOf(brand, kind),
    Version: versionOf(brand),
  }
}

const MESSAGES: Record<string, string> = {
  100: "Successful transaction",
  101: "The request is missing one or more required fields",
  102: "One or more fields in the request contains invalid data",
  150: "Error: General system failure",
  151: "Error: The request was received but there was a server timeout",
  152: "Error: The request was received but a service did not finish running in time",
  234: "There is a problem with your merchant configuration",
  475: "The cardholder is enrolled in payer authentication",
  476: "The cardholder could not be authenticated",
  MPI600: "Brand not supported",
  MPI601: "Challenge suppressed",
}

export function reasonMessage(code: string): string {
  return MESSAGES[code] ?? "Unexpected error"
}
