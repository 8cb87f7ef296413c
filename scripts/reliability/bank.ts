// The simulator of the acquirer, as a process of its own. Usage: bank.ts SEED
import { startCielo } from "../../test/cielo/cielo.ts"

const { url, merchant } = await startCielo({ seed: Number(process.argv[2]), notificationRepeatMs: 1000 })
process.send!({ url, merchant })
