// What a fault needs to happen.
import type { Line } from "../../test/support/databases/postgres-line.ts"
import type { Random } from "../merchants/random.ts"
import type { AnyCrowd } from "../merchants/work.ts"
import type { Deaths } from "./deaths.ts"
import type { Fleet } from "./fleet.ts"

export type Kind = "sqlite" | "postgres"

export type Place = {
  fleet: Fleet
  random: Random
  /** The line between the processes and Postgres. SQLite has none. */
  line?: Line
  /** Kills Postgres, and starts it again before `after`. */
  crashPostgres(after: () => Promise<void>): Promise<void>
  /** Lets the holds of dead processes lapse, which would take a minute of real time. */
  lapse(): Promise<void>
  /** Lets this much of the merchants' time pass. */
  letTimePass(seconds: number): Promise<void>
  /** Prepares what a crowd does. Returns a function that lets all of them do it at once. */
  gather(crowd: AnyCrowd): Promise<() => void>
  /** Where a process that dies at a moment of an attempt writes which one it was. */
  deathNote: string
  deaths: Deaths
}
