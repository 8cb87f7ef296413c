// The simulator of the acquirer, as a process of its own. Usage: bank.ts SEED
import { startCielo } from "../../test/cielo/cielo.ts"

/**
 * Cielo sends a notification again after half an hour, which is longer than any process takes to start. This gap is also longer, even on a
 * machine that is so busy that a start takes half a minute.
 */
const REPEAT_MS = 60_000

const { url, merchant } = await startCielo({ seed: Number(process.argv[2]), notificationRepeatMs: REPEAT_MS })
process.send!({ url, merchant })
