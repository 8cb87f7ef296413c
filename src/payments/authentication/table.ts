import type { ThreeDSecure } from "../../acquirers/authentication.ts"
import { boolean, id, integer, json, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import type { AuthenticationStep } from "./state.ts"

/**
 * The authentication of the payer of a sale, before the sale is sent (docs/acquirers.md). It belongs to the attempt of the sale. No step
 * moves money, so a step whose process dies is lost, and the payer's page begins a new session.
 */
export const authentications = table(
  "authentications",
  {
    account: id(),
    attempt: id(),
    created: seconds(),
    step: text<AuthenticationStep>(),
    /** Only tells the issuer about the sale, without a challenge. */
    data_only: boolean(),
    /** Whether the sale is refused unless the payer is authenticated. */
    required: boolean(),
    /** When the payer's time ends: Unix seconds of the account's time. The card is kept until then. */
    expires_at: seconds(),
    /** How many sessions were begun, or were to begin. */
    sessions: integer(),
    /** How many of them the acquirer did not begin or did not finish. A payer who opens the page anew has caused no failure. */
    failures: integer(),
    /** The acquirer's id of the current session. */
    session: text().nullable(),
    /** What opens the session. It never leaves the service. */
    sealed_secret: text().nullable(),
    /** The issuer's id of the latest challenge, of this session or of an earlier one. */
    transaction_id: text().nullable(),
    result: json<ThreeDSecure>().nullable(),
    /** What the sale carries. */
    sealed_proof: text().nullable(),
  },
  { of: "account", key: ["account", "attempt"], references: { attempt: "attempts" } },
)

export type AuthenticationRow = RowOf<typeof authentications>

type Of = Pick<AuthenticationRow, "attempt">

export const secretContext = ({ attempt }: Of) => `${attempt} secret`
export const proofContext = ({ attempt }: Of) => `${attempt} proof`

export const SEALED_AUTHENTICATIONS = sealedTable(authentications, {
  key: ["account", "attempt"],
  contexts: { sealed_secret: secretContext, sealed_proof: proofContext },
})
