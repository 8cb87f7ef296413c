import { standingClock } from "../../test/support/app/standing-clock.ts"
import { startVintem } from "../../test/support/app/vintem.ts"
import { playYear } from "./play.ts"
import { openShop } from "./shop.ts"
import { writeYear } from "./write.ts"

type Wanted = { folder: string; sales: number; seed: number; print(line: string): void }

/** Plays a year of a merchant, and writes what the service says of it into a folder. No worker does what is due: the test clock does. */
export async function liveYear({ folder, ...wanted }: Wanted): Promise<void> {
  const [clock, keepsEvents] = [standingClock(), { RETAIN_EVENTS_DAYS: "0" }]
  const vintem = await startVintem(keepsEvents, { role: "api", clock })
  const { databases } = vintem
  const dashboard = await startVintem(keepsEvents, { role: "dashboard", clock, databases })
  try {
    const shop = await openShop({ vintem, dashboard, clock })
    await writeYear(folder, shop, await playYear(shop, wanted))
  } finally {
    await dashboard.close()
    await vintem.close()
  }
}
