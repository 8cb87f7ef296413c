// A worker of engine.ts. The accounts in the given file use an acquirer that never responds. All others use the mock.
import { readFileSync } from "node:fs"
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import { readConfig } from "../../../src/config/config.ts"
import { serve } from "../../../src/serve.ts"

const never = () => new Promise<never>(() => {})
const hanging: Acquirer = {
  name: "hanging",
  currencies: { card: "all", pix: ["brl"], boleto: ["brl"] },
  boletoClearingDays: 0,
  maxPixSeconds: 86_400,
  authorize: never,
  createPix: never,
  createBoleto: never,
  verify: never,
  refund: never,
  lookUp: never,
  lookUpRefund: never,
  holds: never,
}

const accounts = new Set<string>(JSON.parse(readFileSync(process.argv[2]!, "utf8")))
await serve(readConfig(process.env), {
  role: "worker",
  acquirerOf: (account) => (accounts.has(account) ? hanging : undefined),
})
process.on("disconnect", () => process.exit())
process.send?.("ready")
