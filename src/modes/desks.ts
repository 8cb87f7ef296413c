import type { ChargebackDesk, DeskAddresses, OpenDesk } from "../acquirers/chargebacks.ts"
import { openDesk } from "../acquirers/cielo/chargebacks/desk.ts"
import { establishmentsOf } from "../acquirers/establishments.ts"
import type { Logger } from "../base/log.ts"
import type { Queries } from "../db/database.ts"
import type { Secrets } from "../payments/chargebacks/desk.ts"
import type { Desks } from "../payments/chargebacks/mode.ts"
import { findDesk } from "../payments/chargebacks/store.ts"
import type { DeskRow } from "../payments/chargebacks/tables.ts"
import type { KeyRing } from "../vault/key-ring.ts"

export type OpenDesks = Desks & {
  /** Closes the connections to all desks. */
  close(): Promise<void>
}

/** The acquirers that have a desk for chargebacks. */
const KINDS: Readonly<Record<string, OpenDesk>> = { cielo: openDesk }

/** The desks of accounts. What an operator sets takes effect at once in every process. A desk is opened once and kept while its row stays. */
export function openDesks({
  database,
  ring,
  addresses,
  log,
  kinds = KINDS,
  observe = (desk) => desk,
}: {
  database: Queries
  ring: KeyRing
  addresses: DeskAddresses
  log: Logger
  /** The acquirers that have a desk. */
  kinds?: Readonly<Record<string, OpenDesk>> | undefined
  /** Wraps each desk, for the metrics. */
  observe?: (desk: ChargebackDesk) => ChargebackDesk
}): OpenDesks {
  const opened = new Map<string, { row: string; desk: ChargebackDesk }>()

  async function open(db: Queries, row: DeskRow, kind: OpenDesk): Promise<ChargebackDesk> {
    const secrets: Secrets = JSON.parse(await ring.open(db, row.sealed_secrets, row.id))
    const { account, acquirer, client_id, certificate, user_name, head } = row
    const credentials = {
      account,
      client_id,
      certificate,
      user_name,
      head,
      ...secrets,
      establishments: () => establishmentsOf(database, account, acquirer),
    }
    return observe(kind(credentials, addresses, log))
  }

  return {
    deskOf: async (db, account, acquirer) => {
      const kind = kinds[acquirer]
      const row = kind && (await findDesk(db, account, acquirer))
      if (!row) return undefined
      const key = `${account} ${acquirer}`
      const known = opened.get(key)
      if (known?.row === row.id) return known.desk
      const desk = await open(db, row, kind)
      opened.set(key, { row: row.id, desk })
      // A call that is under way fails, and is tried again with the new access.
      void known?.desk.close()
      return desk
    },
    close: async () => {
      await Promise.all([...opened.values()].map(({ desk }) => desk.close()))
    },
  }
}
