// The simulator of Adyen, as a process of its own.
import { startAdyen } from "../../test/adyen/adyen.ts"

const { origin, urls } = await startAdyen({ testCvc: false })
process.send!({ origin, checkout: urls.checkout })
