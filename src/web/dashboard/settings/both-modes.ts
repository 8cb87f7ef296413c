import { retrieveLogoFacts, retrieveSettings, type Settings } from "../../../accounts/settings.ts"
import type { Mode } from "../../../modes/wiring.ts"
import type { At } from "../shell/at.ts"

/** The settings of an account in one mode, with the facts about its logo. */
export type Shown = Settings & { logo: Awaited<ReturnType<typeof retrieveLogoFacts>> }

/** Returns the other mode, if there is live mode. */
export function otherModeOf({ parts, mode }: At): Mode | undefined {
  return Object.values(parts.modes).find((each) => each !== mode)
}

/** Reads the settings of an account in one mode. */
export async function shownIn(mode: Mode, account: string): Promise<Shown> {
  const settings = await retrieveSettings(mode.database, account)
  return { ...settings, logo: await retrieveLogoFacts(mode.database, account) }
}

/** Returns whether the settings of the two modes differ, as after a process that died between the two changes. */
export async function modesDiffer(at: At, here: Shown): Promise<boolean> {
  const other = otherModeOf(at)
  return other !== undefined && comparable(here) !== comparable(await shownIn(other, at.account))
}

function comparable({ display_name, document, address, logo }: Shown): string {
  return JSON.stringify([display_name, document, address, logo?.digest ?? null])
}
