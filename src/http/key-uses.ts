import { KeyUses } from "../accounts/key-uses.ts"
import type { Logger } from "../log.ts"
import type { Context } from "./context.ts"
import type { Modes } from "./mode.ts"

/** Notes which keys requests to the API use. A key that was revoked or has expired is not used. */
export function noteKeyUses({ test, live }: Modes, log: Logger) {
  const uses = { test: new KeyUses(test.database, log), live: live && new KeyUses(live.database, log) }
  return {
    note: ({ state: { caller } }: Context): void => {
      if (caller) (caller.livemode ? uses.live : uses.test)?.note(caller.key)
    },
    close: async (): Promise<void> => void (await Promise.all([uses.test.close(), uses.live?.close()])),
  }
}
