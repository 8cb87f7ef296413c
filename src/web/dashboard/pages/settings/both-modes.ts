import { findLogoFacts, type Settings, settingsOf } from "../../../../accounts/settings.ts"
import { liveModeOf } from "../../../../modes/of-account.ts"
import type { Mode } from "../../../../modes/wiring.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** The settings of an account in one mode, with the facts about its logo. */
export type AccountDetails = Settings & { logo: Awaited<ReturnType<typeof findLogoFacts>> }

/** Returns the other mode, if there is live mode. */
export async function otherModeOf({ parts, mode, account }: DashboardRequest): Promise<Mode | undefined> {
  return mode.livemode ? parts.modes.test : liveModeOf(parts.modes, account)
}

/** Reads the settings of an account in one mode. */
export async function detailsIn(mode: Mode, account: string): Promise<AccountDetails> {
  const settings = await settingsOf(mode.database, account)
  return { ...settings, logo: await findLogoFacts(mode.database, account) }
}

/** Returns whether the settings of the two modes differ, as after a process that died between the two changes. */
export async function modesDiffer(request: DashboardRequest, here: AccountDetails): Promise<boolean> {
  const other = await otherModeOf(request)
  return other !== undefined && comparable(here) !== comparable(await detailsIn(other, request.account))
}

function comparable({ logo, ...settings }: AccountDetails): string {
  return JSON.stringify([settings, logo?.digest ?? null])
}
