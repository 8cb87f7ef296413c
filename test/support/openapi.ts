// The contract as the tests read it, apart from the server.
export { contract, lookUp, resolve } from "../../src/cli/conformance/contract/document.ts"
