// The simulator of the acquirer and of its 3-D Secure, as a process of its own. Usage: bank.ts SEED
import { startCieloWithMpi } from "../../test/cielo/mpi/mpi.ts"

/**
 * Cielo sends a notification again after half an hour, which is longer than any process takes to start. This gap is also longer, even on a
 * machine that is so busy that a start takes half a minute.
 */
const REPEAT_MS = 60_000

const seed = Number(process.argv[2])
const { url, merchant, mpi } = await startCieloWithMpi({ seed, notificationRepeatMs: REPEAT_MS }, { seed })
process.send!({ url, merchant, mpi: { url: mpi.url, credentials: mpi.credentials } })
