export type ModeName = "test" | "live"

/** A mode in labels, lists and messages. */
export function modeName({ livemode }: { livemode: boolean }): ModeName {
  return livemode ? "live" : "test"
}
