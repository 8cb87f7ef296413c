import type { Session } from "./session.ts"

/** One promise of the contract, and how to see whether a server keeps it. */
export type Check = {
  /** Begins with its group and a full stop. */
  id: string
  /** What the server promises, in plain words. */
  title: string
  /** Where it is written. */
  rule: string
  run(session: Session): Promise<void>
}

/** The group of a check. */
export function groupOf({ id }: Pick<Check, "id">): string {
  return id.split(".")[0]!
}
