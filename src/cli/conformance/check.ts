import type { Session } from "./session.ts"

/** One promise of the contract, and the check that a server keeps it. */
export type Check = {
  /** Begins with the group and a full stop. */
  id: string
  /** The promise, in plain words. */
  title: string
  /** Where the promise is written. */
  rule: string
  run(session: Session): Promise<void>
}

export function groupOf({ id }: Pick<Check, "id">): string {
  return id.replace(/\..*/s, "")
}
