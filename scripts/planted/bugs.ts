import type { PlantedBug } from "./bug.ts"
import { OF_CIELO } from "./cielo.ts"
import { OF_DEBIT } from "./debit.ts"
import { OF_PAGES } from "./pages.ts"
import { OF_POLICY } from "./policy.ts"
import { OF_STEPS } from "./steps.ts"

/** The bugs of 3-D Secure and debit cards that the tests must notice. */
export const PLANTED_BUGS: readonly PlantedBug[] = [...OF_POLICY, ...OF_STEPS, ...OF_CIELO, ...OF_DEBIT, ...OF_PAGES]
