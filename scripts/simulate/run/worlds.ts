// The worlds in which a seed can be played.
import { openCieloStage } from "../live-mode/stage.ts"
import type { Machine } from "../machine.ts"
import type { Plan, Stage, WorldName } from "../plan.ts"
import { openBankStage } from "../test-mode/stage.ts"

type WorldKind = { livemode: boolean; open(machine: Machine, plan: Plan): Stage }

export const WORLDS: Record<WorldName, WorldKind> = {
  bank: { livemode: false, open: openBankStage },
  cielo: { livemode: true, open: openCieloStage() },
  late: { livemode: true, open: openCieloStage({ paysEnded: true }) },
}
