import { KeyUses } from "../accounts/key-uses.ts"
import type { Logger } from "../base/log.ts"
import type { Context } from "./context.ts"
import type { Modes } from "./mode.ts"

/** Records the last use of each API key. A revoked or expired key is not in use. */
export function noteKeyUses({ test, live }: Modes, log: Logger) {
  const uses = { test: new KeyUses(test.database, log), live: live && new KeyUses(live.database, log) }
  return {
    note: ({ state: { caller } }: Context): void => {
      if (caller) (caller.livemode ? uses.live : uses.test)?.note({ account: caller.account, id: caller.key })
    },
    close: async (): Promise<void> => void (await Promise.all([uses.test.close(), uses.live?.close()])),
  }
}
