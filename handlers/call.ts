import type { operations } from "../generated/types.ts"
import type { TokenSource } from "../src/accounts/card-tests.ts"
import type { AccessScope } from "../src/accounts/scopes.ts"
import type { Queries, Transaction } from "../src/db/database.ts"
import type { ApiResponse, Continuation } from "../src/http/response.ts"
import type { Scope } from "../src/modes/wiring.ts"
import type { Version } from "../src/versions.ts"

type Id = keyof operations
type PathOf<Op extends Id> = operations[Op]["parameters"]["path"] extends object
  ? operations[Op]["parameters"]["path"]
  : Record<string, never>
type QueryOf<Op extends Id> = NonNullable<operations[Op]["parameters"]["query"]>
type BodyOf<Op extends Id> = operations[Op] extends { requestBody?: { content: { "application/json": infer Body } } }
  ? Body
  : Record<string, never>

type Common<Op extends Id> = { scope: Scope; params: PathOf<Op>; query: QueryOf<Op>; version: Version }

/** The arguments of a reading handler. They are checked against the contract. */
export type ReadCall<Op extends Id> = Common<Op> & {
  db: Queries
  /** Whether the key has another scope than that of the operation. */
  may: (scope: AccessScope) => boolean
}

/** The arguments of a writing handler. It runs in the transaction that also saves the response for the idempotency key. */
export type WriteCall<Op extends Id> = Common<Op> & {
  tx: Transaction
  body: BodyOf<Op>
  idempotencyKey: string | null
  /** The source of a token that a publishable key creates. */
  tokenSource?: TokenSource
}

export type Read<Op extends Id> = (call: ReadCall<Op>) => Promise<ApiResponse>
export type Write<Op extends Id> = (call: WriteCall<Op>) => Promise<ApiResponse | Continuation>

/** A secret member of a body. A repeated request is compared with the stored secret, because no digest includes it. */
export type SecretMember = {
  without(body: Record<string, unknown>): Record<string, unknown>
  /** Returns whether a repeated request has the same secret. `id` is the resource that the first request created. */
  isSame(scope: Scope, body: Record<string, unknown>, id: string): Promise<boolean>
}

/** The list object (openapi.yaml, Lists). */
export function listOf(url: string, { rows, has_more }: { rows: unknown[]; has_more: boolean }) {
  return { object: "list" as const, url, has_more, data: rows }
}
