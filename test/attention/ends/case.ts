// What the table of attention items says about each of them.
import type { AttentionKind } from "../../../src/attention/item.ts"
import type { ModeName } from "../../../src/base/mode-name.ts"
import type { Merchant } from "../../support/merchants/merchant.ts"
import type { Scripted } from "../scripted.ts"

/** The account in which an item is made. */
export type World = Merchant &
  Pick<Scripted, "answer"> & {
    mode: ModeName
    /** The acquirer notifies something about its charge. */
    notify(charge: string, chargeback: boolean): Promise<void>
    /** The acquirer tells that it could not capture a charge after all. */
    lose(charge: string): Promise<void>
    /** The operator runs a command of `vintem`. */
    vintem(...args: string[]): Promise<void>
    /** A release that does not know the acquirer takes over. */
    forgetAcquirer(): void
    /** The operator removes the account's acquirer. Earlier payments keep their credentials. */
    removeAcquirer(): void
  }

/** What one page of the dashboard does with an item: the path of its form, and what a person chooses there. */
export type Button = [path: string, fields?: Record<string, string>]

export type Case = {
  kind: AttentionKind
  state: string
  modes?: readonly ModeName[]
  /** Makes what leads to the item. */
  make(world: World): Promise<unknown>
  /** What happens after the sale's first 20 minutes. */
  later?(world: World): void
  /** Each ends the item alone. Ids have the form `re_…`. A command about one of several deliveries is run for each. */
  commands: readonly string[]
  runs?: number
  buttons: readonly Button[]
}
