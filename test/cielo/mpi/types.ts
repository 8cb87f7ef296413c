/** What becomes of a card at the MPI. */
export const MPI_OUTCOMES = [
  "challenge_success",
  "challenge_failure",
  "unavailable",
  "error",
  "frictionless",
  "frictionless_failure",
  "stand_in",
  "data_only",
] as const
export type MpiOutcome = (typeof MPI_OUTCOMES)[number]

/** The members of a session that a sale must repeat. Null where the MPI gave none. */
export type Authentication = { Cavv: string | null; Xid: string | null; Eci: string | null; Version: string | null }

/** What an answer to `enroll` or `validate` says. */
export type Result = { status: 0 | 1 | 2; reason: string; authentication: Authentication | null }

/** How the payer's part of a challenge ended. */
export type ChallengeEnd = "success" | "failure" | "cancel"

/** Two places for the device's IP address were named, and none was seen. The same goes for the number of the merchant at Amex. */
export const IP_MEMBERS = ["device.ipAddress", "deviceIpAddress"]
export const AMEX_MEMBERS = ["brandEstablishmentCode", "brand_establishment_code"]

/** What the simulator of the MPI can be told. All of it can be changed while it runs, except the ports and the seed. */
export type MpiOptions = {
  /** Where the MPI listens. 0, the default: any free port. */
  port: number
  /** Where the bank's page (ACS) listens: an origin of its own. */
  acsPort: number
  /** Fixes which calls a fault hits. */
  seed: number
  /** How members of answers are spelled: PascalCase as in the sandbox, or camelCase as in the documents. */
  spelling: "pascal" | "camel"
  /** Whether HTTP 400 has a list of `{Code, Message}`, or one of them. */
  errors: "list" | "object"
  /** The status of the answer to `auth/token`. */
  tokenStatus: 200 | 201
  /** How long a token holds. */
  tokenMs: number
  /** What `expires_in` is: the documents disagree. */
  expiresIn: "seconds" | "minutes" | "date"
  /** How long the bank's page can be answered after `enroll`. */
  challengeMs: number
  /** What a card gets that is neither a test card nor has an outcome of its own. */
  otherCards: MpiOutcome
  /** Whether the test cards for data only get it only where `authNotifyOnly` asked for it. Else always. */
  dataOnlyCards: "asked" | "always"
  /** The member of `enroll` with the device's IP address. Null: any of the two that were named. */
  ipMember: string | null
  /** The member of `enroll` with the merchant's number at Amex. Null: any of the two that were named. */
  amexMember: string | null
  /** Whether an Amex card needs that number. */
  amexNumber: "required" | "optional"
  /** What a second `enroll` or `validate` of a session gets: 409, or the first answer once more. */
  repeats: "refuse" | "accept"
  /** Whether answers have `Xid`. */
  xid: boolean
  /** Whether a sale must have the session's orderNumber as its MerchantOrderId. */
  orderOfSale: "same" | "any"
  /** How long every answer takes. The fault `slow` takes three times as long, or 3 s where this is 0. */
  delayMs: number
}

export const MPI_DEFAULTS: MpiOptions = {
  port: 0,
  acsPort: 0,
  seed: 1,
  spelling: "pascal",
  errors: "list",
  tokenStatus: 200,
  tokenMs: 20 * 60 * 1000,
  expiresIn: "seconds",
  challengeMs: 10 * 60 * 1000,
  otherCards: "frictionless",
  dataOnlyCards: "asked",
  ipMember: null,
  amexMember: null,
  amexNumber: "required",
  repeats: "refuse",
  xid: true,
  orderOfSale: "same",
  delayMs: 0,
}

/** What calls `auth/token`. */
export type MpiCredentials = { client_id: string; client_secret: string }

/** What a call does, and what faults name. */
export const MPI_OPERATIONS = [
  ...(["token", "init", "enroll", "validate"] as const),
  // In the browser: the scripts, the device data, the card's number, the beginning of a challenge; and the bank's page and its answer.
  ...(["script", "setup", "card", "challenge", "acs", "acs_answer"] as const),
]
export type MpiOperation = (typeof MPI_OPERATIONS)[number]

/** What a fault changes in how the MPI does its work. */
export type MpiTwist = {
  /** Status 2 whatever was asked, data only included. */
  challenge?: boolean
  /** Status 0 with this Reason.Code. */
  reason?: string
  /** An Eci that is not what the issuer said. `other_brand`: that of another brand's authentication. */
  eci?: string
  /** Answers what belongs to a session with another order, amount or card. */
  another?: "order" | "amount" | "card"
  /** Leaves the Cavv out. */
  noCavv?: boolean
  /** The script never says that it is ready. */
  neverReady?: boolean
}

/** A call that the document does not allow. */
export type MpiViolation = { time: string; method: string; path: string; messages: string[] }
