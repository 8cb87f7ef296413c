import { createAccount } from "../../accounts/accounts.ts"
import { scopeOf } from "../../accounts/scope.ts"
import { type Settings, type SettingsChange, updateSettings } from "../../accounts/settings.ts"
import type { Account } from "../../accounts/tables.ts"
import { act } from "../../audit/act.ts"
import type { ActionName } from "../../audit/actions.ts"
import { recordRefused, targetOf } from "../../audit/log.ts"
import { refuseCardNumber } from "../../base/errors.ts"
import type { ModeName } from "../../base/mode-name.ts"
import type { Transaction } from "../../db/database.ts"
import type { Mode, Scope } from "../../modes/wiring.ts"
import { OPERATOR, type SaidBy } from "../../payments/intents/platform-money.ts"
import { type PayoutSettingsChange, updatePayoutSettings } from "../../payouts/settings.ts"
import { currentActor } from "./actor.ts"
import { accountIn, type Modes, modesNamed } from "./operator.ts"

/** Creates an account in a mode and writes an audit entry. Throws parameter_invalid if the name contains a card number. */
export async function actToCreateAccount({ database, clock }: Mode, name: string, id: string): Promise<Account> {
  refuseCardNumber(name, "name")
  const doing = { action: "account.create", account: id, target: id } as const
  return act(database, currentActor(), doing, (tx) => createAccount(tx, clock, name, id))
}

/** Changes the account details that payers see, in one mode, and writes an audit entry. */
export function actToUpdateAccount({ database }: Mode, id: string, change: SettingsChange): Promise<Settings> {
  const doing = { action: "account.update", account: id, target: id } as const
  return act(database, currentActor(), doing, (tx) => updateSettings(tx, id, change))
}

/** Changes how an account is paid out, in one mode, and writes an audit entry. */
export async function actToUpdatePayouts(mode: Mode, id: string, change: PayoutSettingsChange): Promise<void> {
  const scope = await scopeOf(mode.database, mode, id)
  const doing = { action: "account.update", account: id, target: id } as const
  await act(mode.database, currentActor(), doing, (tx) => updatePayoutSettings(tx, scope, change))
}

type Work<Done> = (tx: Transaction, scope: SaidBy<Scope>) => Promise<Done>

/**
 * Acts on an account and writes an audit entry. The account is the named one, or else the only one. `target` is the operator's argument. It
 * is omitted if the action creates something.
 */
export async function actFor<Done extends object>(
  modes: Modes,
  { mode: name, account: named }: { mode: ModeName; account?: string },
  { action, target }: { action: ActionName; target?: string },
  work: Work<Done>,
): Promise<{ scope: Scope; done: Done }> {
  const {
    mode,
    account: { id: account },
  } = await accountIn(modes, name, named)
  const scope = { ...(await scopeOf(mode.database, mode, account)), by: OPERATOR }
  const doing = { action, account, target: targetOf(target), creates: target === undefined }
  return { scope, done: await act(mode.database, currentActor(), doing, (tx) => work(tx, scope)) }
}

type Wanted<Found> = {
  /** The mode to search, if the operator has named one. */
  mode?: ModeName
  action: ActionName
  id: string
  /** Why, in the operator's words. */
  reason?: string
  /** Whether the action creates another object, which is then the target. */
  creates?: boolean
  /** The error message if no mode has the object. */
  missing: string
  find: (db: Mode["database"], id: string) => Promise<Found | undefined>
}

/**
 * Acts on the object with an id, in the mode that has it, and writes an audit entry. If no mode has it, writes an entry in each mode that
 * was searched, and throws.
 */
export async function actOn<Found extends { account: string }, Done extends object>(
  modes: Modes,
  { mode: name, action, id, reason, creates, missing, find }: Wanted<Found>,
  work: (tx: Transaction, scope: SaidBy<Scope>, found: Found) => Promise<Done>,
): Promise<{ mode: Mode; done: Done }> {
  const target = targetOf(id)
  const searched = modesNamed(modes, name)
  for (const mode of searched) {
    const found = await find(mode.database, id)
    if (!found) continue
    const { account } = found
    const scope = { ...(await scopeOf(mode.database, mode, account)), by: OPERATOR }
    const doing = { action, account, target, reason, creates }
    return { mode, done: await act(mode.database, currentActor(), doing, (tx) => work(tx, scope, found)) }
  }
  for (const { database } of searched)
    await recordRefused(database, currentActor(), { action, account: null, target }, "not_found")
  throw new Error(missing)
}
