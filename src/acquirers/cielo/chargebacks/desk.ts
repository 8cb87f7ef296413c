// Cielo's Chargeback API 2.0: docs/acquirers.md. Mutual TLS on every call, also for a token.
import type { Dispatcher } from "undici"
import type { ChargebackDesk, OpenDesk } from "../../chargebacks.ts"
import { accept, refuse } from "./answering.ts"
import { type Account, ask, openAccount } from "./calls.ts"
import { list } from "./list.ts"
import { readDocument, readDocuments, readLifecycle } from "./read.ts"

/** Opens the desk of an account. Nothing is sent before the first call. */
export const openDesk: OpenDesk = deskThrough()

/** Opens desks with connections of their own, or through those of a simulated network. */
export function deskThrough(connections?: Dispatcher): OpenDesk {
  return (credentials, addresses, log) => deskOf(openAccount(credentials, addresses, log, connections))
}

function deskOf(account: Account): ChargebackDesk {
  const get = (path: string, signal: AbortSignal) => ask(account, { method: "GET", path }, signal)
  return {
    acquirer: "cielo",
    list: (query, signal) => list(account, query, signal),
    lifecycle: async (number, signal) => {
      const answer = await get(`/lifecycle/${number}`, signal)
      return answer ? readLifecycle(answer) : []
    },
    accept: (order, signal) => accept(account, order, signal),
    refuse: (refusal, signal) => refuse(account, refusal, signal),
    documents: async ({ establishment, step }, signal) => {
      const answer = await get(`/ListIssuerDocuments/${establishment}/${step}`, signal)
      return answer ? readDocuments(answer) : []
    },
    document: async ({ establishment }, id, signal) => {
      const answer = await get(`/DocumentIssuer/${establishment}/${id}`, signal)
      return answer && readDocument(answer)
    },
    close: () => account.pool.destroy(),
  }
}
