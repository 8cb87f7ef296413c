// The contract as the tests read it, independent of the server.
export { contract, lookUp, resolve } from "../../../src/cli/conformance/contract/document.ts"
