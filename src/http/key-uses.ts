import { KeyUses } from "../accounts/key-uses.ts"
import type { Logger } from "../base/log.ts"
import type { Context } from "./context.ts"
import { perMode } from "./mode.ts"

/** Records the last use of each API key. A revoked or expired key is not in use. */
export function noteKeyUses(log: Logger) {
  const uses = perMode(({ database }) => new KeyUses(database, log))
  return {
    note: ({ state: { caller, mode } }: Context): void => {
      if (caller) uses.of(mode).note({ account: caller.account, id: caller.key })
    },
    close: async (): Promise<void> => void (await Promise.all(uses.all().map((each) => each.close()))),
  }
}
