import { addCopyButtons } from "./copy.ts"
import { showLocalTimes } from "./times.ts"

showLocalTimes()
addCopyButtons()
