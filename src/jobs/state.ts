/**
 * The states of a row with due work. They are not stored, but follow from the row's due time, `held_until_ms` and `failing_work`.
 * `idle`: nothing is due. `scheduled`: due later. `due`: any process may claim the row. `claimed`: a process is performing it.
 * `put_off`: no process may claim the row for a while.
 */
export type DueState = "idle" | "scheduled" | "due" | "claimed" | "put_off"

export type DueTrigger =
  | "due_time_set"
  | "due_time_removed"
  | "time_comes"
  | "claim"
  | "done"
  | "nothing_left"
  | "busy"
  | "failed"
  | "lease_ended"
  | "gap_ended"

/** All transitions. Drawn in docs/states.md. */
export const DUE_TRANSITIONS: Readonly<Record<DueState, Readonly<Partial<Record<DueTrigger, DueState>>>>> = Object.freeze({
  idle: { due_time_set: "scheduled" },
  scheduled: { time_comes: "due", due_time_removed: "idle" },
  due: { claim: "claimed", due_time_removed: "idle" },
  claimed: { done: "scheduled", nothing_left: "idle", busy: "put_off", failed: "put_off", lease_ended: "due" },
  put_off: { gap_ended: "due", due_time_removed: "idle" },
})
