// The test files that look for planted bugs: of 3-D Secure and debit first.
const AT_CIELO = "test/acquirers/cielo"

export const LIVE = `${AT_CIELO}/live-three-d-secure.sqlite.test.ts`
export const UNAUTHENTICATED = `${AT_CIELO}/live-unauthenticated.sqlite.test.ts`
export const MEANWHILE = `${AT_CIELO}/live-meanwhile.sqlite.test.ts`
export const PROVEN = `${AT_CIELO}/live-proven.sqlite.test.ts`
export const MPI = `${AT_CIELO}/mpi.unit.test.ts`
export const MPI_FAILURES = `${AT_CIELO}/mpi-failures.unit.test.ts`
export const SALES = `${AT_CIELO}/authenticated.unit.test.ts`
export const CONTRACT = `${AT_CIELO}/contract.unit.test.ts`
export const MOCK_CONTRACT = "test/acquirers/contract.test.ts"
export const MOCK = "test/payments/three-d-secure.test.ts"
export const POLICY = "test/payments/authentication-policy.unit.test.ts"
export const DEBIT = "test/payments/debit.test.ts"
export const DEBIT_PAGES = "test/checkout/debit.test.ts"
export const SHOWN = "test/dashboard/disputes.test.ts"
export const POLICIES = "test/web/policies.unit.test.ts"

// The test files that look for the bugs of the fallback and of Adyen.
const ACQUIRERS = "test/acquirers"

export const CHOOSE = `${ACQUIRERS}/choose.unit.test.ts`
export const FALLBACK = `${ACQUIRERS}/fallback.test.ts`
export const LIMITS = `${ACQUIRERS}/fallback-limits.test.ts`
export const FALLBACK_DEATHS = `${ACQUIRERS}/fallback-deaths.test.ts`
export const ADYEN_PAYMENTS = `${ACQUIRERS}/adyen/payments.test.ts`
export const ADYEN_CHANGES = `${ACQUIRERS}/adyen/changes.test.ts`
export const ADYEN_DISPUTES = `${ACQUIRERS}/adyen/disputes.test.ts`
export const ADYEN_REDIRECT = `${ACQUIRERS}/adyen/three-d-secure.sqlite.test.ts`
export const ADYEN_LOST = `${ACQUIRERS}/adyen/three-d-secure-lost.sqlite.test.ts`
export const REDIRECT_PAGE = "test/browser/three-d-secure-redirect.sqlite.test.ts"
export const ADYEN_NOTIFICATIONS = `${ACQUIRERS}/adyen/notifications.unit.test.ts`
export const ADYEN_CONTRACT = `${ACQUIRERS}/adyen/contract.test.ts`
export const ADYEN_TOLD = `${ACQUIRERS}/adyen/told.test.ts`
export const ADYEN_REPEATS = `${ACQUIRERS}/adyen/repeats.test.ts`
export const ADYEN_REFUSALS = `${ACQUIRERS}/adyen/refusals.unit.test.ts`
