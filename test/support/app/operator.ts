// An operator's command line actions, done directly on a server's databases. A server that a test starts as a process loads this module,
// and not the client, which takes a while to load.
import { createAccount } from "../../../src/accounts/accounts.ts"
import { createKey } from "../../../src/accounts/keys.ts"
import type { AccessScope } from "../../../src/accounts/scopes.ts"
import type { Server } from "../../../src/serve.ts"
import type { Version } from "../../../src/versions.ts"

export type NewKey = {
  account?: string
  mode?: "test" | "live"
  kind?: "secret" | "publishable" | "restricted"
  version?: Version
  scopes?: AccessScope[]
  /** Unix seconds. */
  expires_at?: number
}

export type Operator = {
  newAccount(name?: string): Promise<string>
  newKey(options?: NewKey): Promise<{ id: string; key: string }>
}

export function operate({ modes }: Pick<Server, "modes">): Operator {
  const { test, live } = modes
  return {
    newAccount: async (name = "Loja de teste") => {
      const { id } = await test.database.transaction((tx) => createAccount(tx, test.clock, name))
      await live?.database.transaction((tx) => createAccount(tx, live.clock, name, id))
      return id
    },
    newKey: async ({ mode: wanted = "test", account, kind = "secret", scopes, version, expires_at } = {}) => {
      const mode = modes[wanted]
      if (!mode || !account) throw new Error(`${wanted} mode or the account is missing`)
      return mode.database.transaction((tx) => createKey(tx, mode, { account, kind, scopes, version, expires_at }))
    },
  }
}
