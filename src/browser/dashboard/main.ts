import { offerPasskeys } from "./passkeys.ts"
import { showLocalTimes } from "./times.ts"

showLocalTimes()
offerPasskeys()
