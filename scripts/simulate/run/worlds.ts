// The worlds in which a seed can be played.
import {
  captureElsewhere,
  chargeBackInParts,
  goSilent,
  refundElsewhere,
  refundInParts,
  takeAnotherAmount,
} from "../../live-mode/actors.ts"
import { disputeLive } from "../../live-mode/dispute.ts"
import { payAtOwnBank } from "../../live-mode/own-bank-payers.ts"
import { casesCheckpoint, openCounterOf } from "../cases/bureau.ts"
import { type Difference, openCieloStage } from "../live-mode/stage.ts"
import type { Machine } from "../machine.ts"
import { mandatesCheckpoint, openMandates } from "../mandates/bureau.ts"
import type { Plan, Stage, WorldName } from "../plan.ts"
import { openStatements, statementCheckpoint } from "../statements/bureau.ts"
import { openBankStage } from "../test-mode/stage.ts"
import { openMpiOf, threedsCheckpoint } from "../three-d-secure/bureau.ts"

type WorldKind = { livemode: boolean; open(machine: Machine, plan: Plan): Stage }

const liveWorld = (difference: Difference): WorldKind => ({ livemode: true, open: openCieloStage(difference) })

export const WORLDS: Record<WorldName, WorldKind> = {
  bank: { livemode: false, open: openBankStage },
  cielo: liveWorld({}),
  late: liveWorld({ paysEnded: true }),
  chargebacks: liveWorld({ actor: chargeBackInParts }),
  disputes: liveWorld({ actor: disputeLive }),
  portal: liveWorld({ actor: refundElsewhere }),
  captures: liveWorld({ actor: captureElsewhere }),
  parts: liveWorld({ actor: refundInParts }),
  amounts: liveWorld({ actor: takeAnotherAmount }),
  silence: liveWorld({ actor: goSilent }),
  cases: liveWorld({ counter: openCounterOf, checkpoint: casesCheckpoint }),
  statements: liveWorld({ bureau: openStatements, checkpoint: statementCheckpoint }),
  threeds: liveWorld({ mpi: openMpiOf, checkpoint: threedsCheckpoint }),
  pix: liveWorld({ ownBank: payAtOwnBank }),
  mandates: liveWorld({ ownBank: payAtOwnBank, bureau: openMandates, checkpoint: mandatesCheckpoint }),
}
