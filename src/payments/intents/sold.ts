import type { AttemptRow } from "../attempts/table.ts"
import type { IntentRow } from "./table.ts"

/** An attempt and the intent that it charges, as they were before an outcome. */
export type Sold = { attempt: AttemptRow; intent: IntentRow }
