// What a merchant does with the SDK, operation by operation. It runs in its own project, on each Node.js, against a running
// service.
import { afterPayments } from "./scenario/after-payments.ts"
import { beforePayments } from "./scenario/before-payments.ts"
import { mandates } from "./scenario/mandates.ts"
import { payments } from "./scenario/payments.ts"
import { requests } from "./scenario/requests.ts"
import type { Steps } from "./scenario/world.ts"

export const steps: Steps = { ...beforePayments, ...payments, ...afterPayments, ...mandates, ...requests }
