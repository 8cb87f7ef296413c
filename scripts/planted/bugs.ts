import { OF_ADYEN_CHANGES } from "./adyen-changes.ts"
import { OF_ADYEN_DISPUTES } from "./adyen-disputes.ts"
import { OF_ADYEN_FACTS } from "./adyen-facts.ts"
import { OF_ADYEN_REDIRECT } from "./adyen-redirect.ts"
import { OF_ADYEN_SALES } from "./adyen-sales.ts"
import type { PlantedBug } from "./bug.ts"
import { OF_ROUTING } from "./choice.ts"
import { OF_CIELO } from "./cielo.ts"
import { OF_DEBIT } from "./debit.ts"
import { OF_FALLBACK } from "./fallback.ts"
import { OF_PAGES } from "./pages.ts"
import { OF_POLICY } from "./policy.ts"
import { OF_STEPS } from "./steps.ts"

const OF_THREE_D_SECURE = [...OF_POLICY, ...OF_STEPS, ...OF_CIELO, ...OF_DEBIT, ...OF_PAGES]
const OF_ADYEN = [...OF_ADYEN_SALES, ...OF_ADYEN_FACTS, ...OF_ADYEN_DISPUTES, ...OF_ADYEN_CHANGES, ...OF_ADYEN_REDIRECT]

/** The bugs of card payments that the tests must notice. */
export const PLANTED_BUGS: readonly PlantedBug[] = [...OF_THREE_D_SECURE, ...OF_ROUTING, ...OF_FALLBACK, ...OF_ADYEN]
