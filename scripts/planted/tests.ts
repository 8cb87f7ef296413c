// The test files that look for the bugs of 3-D Secure and debit.
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
