import type { Acquirer, Acquirers, Candidate } from "../acquirers/acquirer.ts"
import type { AcquirerAddresses } from "../acquirers/addresses.ts"
import { adyen } from "../acquirers/adyen/adyen.ts"
import { bankPix } from "../acquirers/bank-pix/bank-pix.ts"
import { cielo } from "../acquirers/cielo/cielo.ts"
import { findCredentials, findNewestCredentials, openMembers } from "../acquirers/credentials.ts"
import type { AcquirerKind } from "../acquirers/kind.ts"
import { noticesOf } from "../acquirers/notices.ts"
import { holdRoute } from "../acquirers/routes.ts"
import type { CredentialsRow } from "../acquirers/table.ts"
import type { Logger } from "../base/log.ts"
import type { Database, Queries } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"

/** Every acquirer that accounts can use in live mode (docs/acquirers.md). */
export const ACQUIRER_KINDS: readonly AcquirerKind[] = [cielo, bankPix, adyen]

export type OpenAcquirers = Acquirers & {
  /** Closes the connections to all acquirers. */
  close(): Promise<void>
}

/**
 * The acquirers of live mode. Each account uses the credentials that an operator has set for a payment method. They are read for each new attempt,
 * so a change takes effect at once in every process. The adapter for each credentials row is opened once and kept in memory.
 */
export function openAcquirers({
  database,
  ring,
  addresses,
  log,
  kinds = ACQUIRER_KINDS,
}: {
  database: Database
  ring: KeyRing
  addresses: AcquirerAddresses
  log: Logger
  kinds?: readonly AcquirerKind[]
}): OpenAcquirers {
  /** Adapters by the id of their credentials. An adapter never becomes outdated, because the row's contents never change. */
  const adapters = new Map<string, Promise<Acquirer>>()

  async function adapterFor(db: Queries, row: CredentialsRow | undefined): Promise<Acquirer | undefined> {
    if (!row) return undefined
    const { id, account, acquirer } = row
    const kind = kinds.find(({ name }) => name === acquirer)
    if (!kind) {
      log.error({ account, acquirer, credentials: id }, "this release does not know the acquirer of an account")
      return undefined
    }
    let adapter = adapters.get(id)
    if (!adapter) {
      adapter = openAdapter(db, kind, row)
      adapters.set(id, adapter)
      // The next caller tries again.
      adapter.catch(() => adapters.delete(id))
    }
    return adapter
  }

  async function candidateOf(db: Queries, row: CredentialsRow | undefined): Promise<Candidate | undefined> {
    const acquirer = await adapterFor(db, row)
    return row && acquirer && { acquirer, drained: row.drained_at !== null }
  }

  async function openAdapter(db: Queries, kind: AcquirerKind, row: CredentialsRow): Promise<Acquirer> {
    const { id, account, acquirer, merchant_id } = row
    const members = await openMembers(db, ring, row)
    const renewed = async () => {
      const newest = await findNewestCredentials(database, { account, acquirer, merchant_id })
      return newest.id === id ? undefined : openMembers(database, ring, newest)
    }
    return kind.open({ id, account, members, renewed }, addresses, log, noticesOf(database, { account, acquirer }))
  }

  return {
    routingOf: async (db, account, method) => {
      const { own, fallback } = await holdRoute(db, account, method)
      return { own: await candidateOf(db, own), fallback: await candidateOf(db, fallback) }
    },
    acquirerOfAttempt: async (db, { account, credentials }) => {
      if (credentials === null) return undefined
      return adapters.get(credentials) ?? adapterFor(db, await findCredentials(db, account, credentials))
    },
    close: async () => {
      const opened = await Promise.allSettled(adapters.values())
      await Promise.all(opened.map((each) => each.status === "fulfilled" && each.value.close?.()))
    },
  }
}
