import * as errors from "../../src/sdk/runtime/errors.ts"

export * from "../../src/sdk/runtime/index.ts"
export { errors }
