import { showTips } from "./charts.ts"
import { showLocalTimes } from "./times.ts"

showLocalTimes()
showTips()
